/** The product's mark, in the colours of the page. `icon.svg` is the same drawing for tabs and bookmarks. */
export const Mark = () => (
  <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" />
    <path className="brand-mark-page" d="M9 6.5h10l4 4v15H9z" />
    <path className="brand-mark-tick" d="m12.5 17 2.8 2.9 4.7-5.6" />
  </svg>
)
