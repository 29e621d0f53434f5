/** A spinner. It is hidden from screen readers, because the text beside it describes what is happening. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />
