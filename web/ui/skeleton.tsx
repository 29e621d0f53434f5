/** Placeholder lines that reserve space while loading. */
export const Skeleton = ({ lines = 3, label }: { lines?: number; label: string }) => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
      <span key={key} className="skeleton-line" aria-hidden="true" />
    ))}
  </div>
)
