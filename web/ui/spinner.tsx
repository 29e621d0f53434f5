/** Says nothing to a screen reader: what is happening is written beside it. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />
