export function Logo({ className = "size-7" }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8.5" className="fill-accent" />
      <path
        d="M0.6 9.1A8.5 8.5 0 0 1 9.1 0.6h13.8a8.5 8.5 0 0 1 8.5 8.5"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.2"
      />
      <path d="M11 23.500V12.300a3 3 0 0 1 3-3h8" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
      <path d="m16.400 18.200 5.400-2.200" className="stroke-brass" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
