/** A National Insurance number as people write it, with or without spaces. */
export const niNumberPattern = /^[A-Za-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d]$/

export const niNumberRule = 'must be two letters, six digits and a letter A to D'
