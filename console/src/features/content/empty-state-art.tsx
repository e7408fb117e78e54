export function EmptyStateArt() {
  return (
    <svg viewBox="0 0 200 112" className="h-28 w-50" aria-hidden="true">
      <rect x="18" y="8" width="164" height="96" rx="10" className="fill-sunken stroke-line-strong" />
      <rect x="32" y="24" width="44" height="7" rx="3.5" className="fill-fill-strong" />
      <rect x="32" y="42" width="136" height="7" rx="3.5" className="fill-fill" />
      <rect x="32" y="58" width="112" height="7" rx="3.5" className="fill-fill" />
      <rect x="136" y="20" width="34" height="15" rx="4.5" className="fill-accent" />
      <rect
        x="132.5"
        y="16.5"
        width="41"
        height="22"
        rx="7.5"
        fill="none"
        className="stroke-focus"
        strokeOpacity="0.4"
        strokeWidth="2"
      />
      <g className="drop-shadow-[0_6px_10px_var(--color-shade)]">
        <path d="m147 47 6-6 6 6z" className="fill-raised" />
        <rect x="104" y="46.500" width="80" height="46" rx="7" className="fill-raised stroke-line-strong" />
      </g>
      <rect x="114" y="57" width="40" height="6" rx="3" className="fill-ink-3" />
      <rect x="114" y="69" width="58" height="4.500" rx="2.250" className="fill-fill-strong" />
      <rect x="152" y="79" width="22" height="7.500" rx="3" className="fill-accent" />
    </svg>
  );
}
