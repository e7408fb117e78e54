/** Some of many. */
export function SegmentArt() {
  const dots = Array.from({ length: 24 }, (_, index) => ({
    x: 30 + (index % 8) * 20,
    y: 26 + Math.floor(index / 8) * 22,
  }));
  const inside = ({ x, y }: { readonly x: number; readonly y: number }) => x >= 90 && x <= 150 && y >= 26 && y <= 70;
  return (
    <svg viewBox="0 0 200 100" className="h-24 w-48" aria-hidden="true">
      <rect
        x="77"
        y="12"
        width="86"
        height="72"
        rx="14"
        className="fill-accent-soft stroke-accent"
        strokeDasharray="4 4"
      />
      {dots.map((dot) => (
        <circle
          key={`${dot.x} ${dot.y}`}
          cx={dot.x}
          cy={dot.y}
          r="5.500"
          className={inside(dot) ? "fill-accent" : "fill-fill-strong"}
        />
      ))}
    </svg>
  );
}
