type Item = { label: string; colour: string }

export const Legend = ({ items }: { items: readonly Item[] }) => (
  <ul className="legend">
    {items.map(({ label, colour }) => (
      <li key={label}>
        <span className="legend-colour" aria-hidden="true" style={{ background: colour }} />
        {label}
      </li>
    ))}
  </ul>
)
