// Thresholds for names, addresses, periods and other labelled facts (`../facts/`). ../README.md explains the units
// and the notes about tests.

/** facts/labelled-facts.ts: labels such as "Tax code" and the values beside or below them. */
export const factTuning = {
  /** Minimum number of column titles on a line that is the head of a table. */
  minTitlesOfTable: 2,
  /** Minimum type size of a title, as a multiple of that of the label behind it on the same line. */
  minTitleSize: 1.2,
  /** Maximum distance between the first and second line of a value, in ems. */
  maxContinuationDistance: 1.5,
  /**
   * Assumed width of a word space, in ems. A value continues on a second line only if its next word would not fit on
   * the first.
   */
  wordSpace: 0.6,
  /** Number of lines below a value that are searched for its second line. */
  linesOfContinuation: 2,
  /**
   * Maximum number of words in a label. The longest known label has this many words. The test 'reads one table with a
   * payments column and a deductions column' fails if this is 0.
   */
  maxLabelWords: 6,
  /**
   * Maximum number of words into a text piece at which a label may begin. The rest of a long sentence is not
   * searched. The test 'reads one table with a payments column and a deductions column' fails if this is 0.
   */
  maxLabelStart: 24,
  /**
   * Maximum number of pieces beside a label that together form its value, such as `28`, `February`, `2025`. The test
   * 'reads one table with a payments column and a deductions column' fails if this is 0.
   */
  maxPiecesBeside: 3,
  /**
   * Maximum distance between a label and the value below it, in line heights. The test 'reads every field of every
   * layout as printed' fails if this is halved.
   */
  maxDistanceBelow: 2.7,
  /** Maximum distance between a caption and its value in a row of boxes, in line heights. Forms leave space to write. */
  maxDistanceInBoxes: 4.5,
  /** Minimum number of captions in a row of boxes. One caption above one text may be a coincidence. */
  minBoxes: 3,
  /** Minimum number of captions in a row of boxes that all have a value. */
  minFilledBoxes: 2,
  /**
   * Minimum type size for measuring the distance between a label and the value below it, in points. Smaller labels
   * are treated as this size. No test fails if this is changed.
   */
  minTypeSize: 7,
  /**
   * Maximum difference between the left edges of a label and the value below it, in points. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  leftEdgeTolerance: 6,
}

/** facts/frequency.ts: headings that name the length of the pay period. */
export const frequencyTuning = {
  /**
   * Maximum number of words in a heading or label that names the length of the pay period. Longer text is a sentence,
   * which may mention other periods.
   */
  maxHeadingWords: 5,
  /** Number of lines at the top of the payslip in which a month without a label is the month that is paid. */
  headerLines: 5,
}

/** facts/period.ts: dates without labels. */
export const periodTuning = {
  /** Minimum gap between a date below the title of the document and the text to its left, in ems. */
  minGapBesideDate: 3,
  /** Number of lines at the top in which a date without a label may be the pay date. */
  headerLines: 8,
  /** Maximum length of a pay period without a label, in days. Longer ranges are leave years and contracts. */
  maxUnlabelledDays: 35,
  /** Maximum number of days from the pay date to the first day of a pay period without a label. */
  maxDaysAfterPayDate: 7,
  /** Maximum number of days from the end of the pay period to a date without a label that is the pay date. */
  maxDaysToPayDate: 14,
}

/** facts/address.ts: address blocks that end in a post code. */
export const addressTuning = {
  /** Minimum number of commas in an address whose lines end where the cell does. */
  minCommas: 2,
  /** Maximum space at the right edge of a cell that a wrapped line leaves free apart from the next word, in ems. */
  cellMargin: 1.5,
  /** Minimum number of parts behind the name in an address on one line: the street, and the town or post code. */
  minPartsBehindName: 2,
  /** Maximum gap between a town and its post code, in ems. */
  maxTownGap: 3,
  /** Maximum number of lines at the top of an address that are searched for a name. */
  maxLinesToName: 2,
  /**
   * Maximum number of lines in an address, including the name and job title above it. The test 'reads every field of
   * every layout as printed' fails if this is halved.
   */
  maxLines: 8,
  /**
   * Maximum distance between two lines of one address, in line heights. The test 'reads every field of every layout
   * as printed' fails if this is halved.
   */
  maxLineDistance: 2.6,
  /**
   * Maximum distance between the post code and a country below it, in line heights. No test fails if this is changed.
   */
  maxCountryDistance: 2.2,
  /**
   * Maximum difference between the left edges of the lines of one address, in points. The test 'reads every field of
   * every layout as printed' fails if this is 0.
   */
  leftEdgeTolerance: 5,
  /** Maximum difference between the right edges of the lines of a right-aligned address, in points. */
  rightEdgeTolerance: 2,
  /**
   * Maximum difference between the left edges of an address and the label above it, in points. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  labelEdgeTolerance: 4,
  /**
   * Maximum difference between the centres of the lines of a centred address, in half points (left edge plus right
   * edge). The test 'reads every field of every layout as printed' fails if this is multiplied by 1,000.
   */
  centreTolerance: 3,
}

/** facts/identity.ts and facts/name-patterns.ts: employee, employer and job title. */
export const identityTuning = {
  /** Minimum number of labels in a row of captions. A name in a row of labels and values is beside fewer labels. */
  minCaptionsOfRow: 3,
  /** Number of words of most names, without a title. A job title may follow them on the same line. */
  wordsOfPlainName: 2,
  /** Number of lines, from that of the name, in which a job title may be part of a longer line. */
  linesToRoleInParts: 3,
  /** Number of lines, from that of the name, in which a job title without a label may be, above the first amount. */
  linesToOnlyRole: 9,
  /**
   * Number of lines at the top of the payslip that are searched for an unlabelled name. No test fails if this is
   * changed.
   */
  topLines: 8,
  /** Maximum number of words in an unlabelled name. No test fails if this is changed. */
  maxUnlabelledNameWords: 4,
  /**
   * Maximum difference between the left edges of a name and the label above it, in points. No test fails if this is
   * changed.
   */
  labelEdgeTolerance: 6,
  /**
   * Maximum number of words in a job title that follows its label without a colon. No test fails if this is changed.
   */
  maxInlineRoleWords: 5,
  /**
   * Maximum number of words in a company name. The test 'reads every field of every layout as printed' fails if this
   * is halved.
   */
  maxCompanyWords: 9,
  /**
   * Maximum number of words in a company name at the start of a sentence, as in a footer. No test fails if this is
   * changed.
   */
  maxCompanyWordsInSentence: 7,
  /** Number of lines at the top of a payslip in which employers usually print their name. */
  headerLines: 6,
  /** Maximum distance between a name and the first of the facts listed below it, in ems. */
  maxFactsDistance: 4.5,
  /** Maximum distance between a name and the job title below it, in ems. */
  maxRoleDistance: 1.9,
  /** Maximum distance between two lines of one name, in ems. */
  maxNameLineDistance: 1.5,
  /** Minimum size of a headline whose name continues on the next line, as a multiple of the typical type size. */
  minHeadlineSize: 1.2,
  /**
   * Points that measure how likely an unlabelled text is the employer's name. The text with the highest total is
   * chosen.
   */
  employerScore: {
    legalForm: 3,
    /** Points for the company that operates the brand at the head of the payslip. */
    operator: 3,
    companyWord: 2,
    inHeader: 2,
    first: 1,
    /**
     * Points per multiple by which the type is larger than typical, up to `maxForSize`. Employers' names are usually
     * set in large type.
     */
    perSize: 3,
    maxForSize: 3,
    /** Points deducted if an amount follows the text, which is then a row of a table. */
    rowLabelPenalty: 5,
    /**
     * Points deducted if the text is beside or below the label of another fact and is therefore the value of that
     * fact.
     */
    valuePenalty: 3,
    inSentencePenalty: 1,
    streetPenalty: 2,
    /** Minimum total for a text to be used as the employer's name. */
    min: 2,
  },
  /**
   * Maximum difference between the left edges, or between the right edges, of an employer's name and address, in
   * points. No test fails if this is changed.
   */
  edgeTolerance: 5,
  /**
   * Maximum difference between the centres of an employer's name and its centred address, in half points (left edge
   * plus right edge). No test fails if this is changed.
   */
  centreTolerance: 8,
  /**
   * Maximum distance between an employer's name and its address, in line heights. The test 'reads every field of
   * every layout as printed' fails if this is multiplied by 1,000.
   */
  maxAddressDistance: 2.6,
  /** Maximum distance between the employee's name and an address on one line without a label, in ems. */
  maxAddressDistanceFromName: 8,
  /**
   * Factor for vertical distances in the search for the nearest label. A label one line away is less relevant than a
   * label at the same height. No test fails if this is changed.
   */
  verticalDistanceWeight: 2,
  /**
   * Maximum length of a job title, in characters. The test 'reads every field of every layout as printed' fails if
   * this is 0.
   */
  maxRoleCharacters: 80,
  /**
   * Maximum length of a person's name, in characters. The test 'reads every field of every layout as printed' fails
   * if this is 0.
   */
  maxNameCharacters: 60,
  /**
   * Minimum number of words in a person's name. The test 'reads every field of every layout as printed' fails if this
   * is doubled.
   */
  minNameWords: 2,
  /**
   * Maximum number of words in a person's name. Longer text is a sentence. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  maxNameWords: 7,
}
