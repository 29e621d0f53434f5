/** Hidden from screen readers: the text beside it says what is happening. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />
