// Thresholds and weights for the names of bank and account holder (`../facts/`). Units are points (1/72 inch), ems
// (multiples of the font size), shares (0 to 1), counts and days.

/** Thresholds of facts/bank.ts and facts/bank-candidates.ts, which find the name of the bank. */
export const bankTuning = {
  /**
   * Minimum ratio of the gap behind the letters of a logo to the next word space. With a smaller gap, they are the
   * first word of the name. Test: letterheads.test.ts, 'does not begin with a monogram beside it'.
   */
  minMonogramGap: 1.6,
  /** Minimum score of a name according to `bankWeights`. Below it, the bank is unknown. */
  minScore: 3,
  /** Minimum lead over the best name that begins differently. With a smaller lead, the bank is unknown. */
  minMargin: 0.3,
  /** Minimum score of a name that counts as labelled. */
  labelledScore: 5,
  /** Minimum ratio of two type sizes within a line. With a larger ratio, the texts belong apart. */
  minSizeStep: 1.25,
  /** Maximum gap between two words of one cell in printouts, in ems. Two spaces of fixed-pitch type are wider. */
  printoutGap: 0.9,
  /** Upper limit of the line pitch of small print, in ems. */
  maxPitch: 1.7,
  /** Upper limit of the difference between the type sizes of lines of one paragraph, in points. */
  maxSizeDifference: 0.3,
  /** Minimum number of words of a slogan beside the name. */
  minSloganWords: 3,
  /** Minimum length of the name in a web address, in letters. Shorter ones occur in many names. */
  minSiteLetters: 4,
  /**
   * Height of the area at the top of the page, as a share of the page height, 0 to 1. A name alone on the first line
   * in this area counts as prominent without large type.
   */
  topShare: 0.15,
  /** Height of the letterhead, as a share of the page height, 0 to 1. */
  letterheadShare: 0.2,
  /** Page height that is assumed if it is unknown (A4), in points. */
  defaultHeight: 842,
  /** Maximum gap between two words of one cell in running text, in ems. A wider gap separates two cells. */
  cellGap: 3,
  /** Maximum gap between two words of one cell in the letterhead, in ems. A wider gap separates two cells. */
  letterheadGap: 1.2,
  /** Maximum type size of running text, in points. Any larger size is large type. */
  minLargeType: 10,
  /** Maximum length of a bank name, in characters. A longer match is a sentence. */
  maxNameLength: 45,
  /** Maximum number of words in a name in the letterhead. A longer cell is not a name. */
  maxLetterheadWords: 5,
  /**
   * Minimum ratio of the type size of the bank name in the letterhead to that of the body text. Smaller text may be a
   * line of an address.
   */
  minLetterheadSize: 1.35,
  /** Upper limit of the line pitch of a name on two lines, in ems. */
  maxNamePitch: 1.6,
  /** Upper limit of the difference in left edge and type size between the two lines of a name, in points. */
  maxNameOffset: 1.5,
}

/**
 * Evidence for and against a text being the name of the bank, with its weight. The score of a name is the sum over all
 * its occurrences on the statement.
 */
const bankEvidence = {
  /** Subject of a legal sentence such as "Heron Bank plc is authorised by". */
  legalSubject: 5,
  /** Said to be a trading name or division of another company. */
  brand: 1,
  /** Beside a caption such as "Provider". */
  captioned: 6,
  /** First cell of a printout in one type size, on a line with the branch or sort code. */
  firstCell: 3.2,
  /** In running text, with a word such as "Bank". */
  inText: 1.2,
  /** In large type or alone on the first line, with a word such as "Bank". */
  prominent: 1.8,
  /** Followed by "Limited" or "plc". */
  company: 0.5,
  /** Followed by "Limited" or "plc" on the first line of the document, where the sender is printed. */
  companyOnFirstLine: 2.7,
  /** In a sentence such as "Thank you for banking with Heron", or in a copyright notice. */
  mentioned: 3,
  /** Named as the provider of the account. */
  provider: 3.5,
  /** Ends with a word such as "Bank", "Money" or "Finance". */
  noun: 1,
  /** Ends with "Bank", "Building Society" or "Credit Union", because few other companies have such names. */
  bankNoun: 0.6,
  /** Such a name in the letterhead, in any type size. */
  bankNounOnTop: 2,
  /** In the letterhead, in larger type than the body text. */
  letterhead: 0,
  /** First text of the letterhead in large type. */
  topmost: 0.2,
  /** Largest text of the letterhead. */
  largest: 1,
  /** Begins like the most likely text of the letterhead. */
  likeLetterhead: 3,
  /** On the first line, above "Private Bankers" or before the name of a product. */
  firstLine: 3.2,
  /** Abbreviated by the bank code of an IBAN or BIC. */
  likeBankCode: 1.5,
  /** Part of a web or e-mail address. */
  likeSite: 1.5,
  /** Printed more than once. */
  repeated: 0.3,
  /** The last words of another candidate, which the letterhead prints on two lines. */
  endOfName: -3,
  /** Has the form of a personal name. */
  personalName: -0.7,
}

export const bankWeights = { strongest: {}, added: bankEvidence }

export type BankFeature = keyof typeof bankEvidence

/** Thresholds of facts/holder.ts and facts/holder-candidates.ts, which find the account holder. */
export const holderTuning = {
  /** Minimum score of a name according to `holderWeights`. Below it, the holder is unknown. */
  minScore: 4,
  /** Minimum lead over the best name of another party. With a smaller lead, the holder is unknown. */
  minMargin: 0.3,
  /** Minimum score of a name that counts as labelled. */
  labelledScore: 6,
  /** Minimum and maximum number of words of a personal name without its title. */
  minPersonWords: 2,
  maxPersonWords: 5,
  /** Maximum number of words in a caption of a list of account details. */
  maxCaptionWords: 4,
  /** Maximum distance between two captions of a list of account details, in ems. */
  maxListDistance: 16,
  /** Minimum line pitch within a wrapped name, in ems. A smaller one is the same line. */
  minWrapPitch: 0.5,
  /** Maximum line pitch within a wrapped name, in ems. A line further below is not part of the name. */
  maxWrapPitch: 1.9,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  cellGap: 1.6,
  /**
   * Maximum gap between two words of one cell in tightly set letterheads and menus, in ems. A wider gap separates two
   * cells.
   */
  tightCellGap: 1.1,
  /** Maximum gap between two words of one cell below a label, in ems. A wider gap separates two cells. */
  belowCellGap: 0.75,
  /**
   * Upper limit of the distance of the address from the top of the page, as a share of the page height, 0 to 1.
   * Addresses further down are ignored.
   */
  addressShare: 0.6,
  /** Page height that is assumed if it is unknown (A4), in points. */
  defaultHeight: 842,
  /** Maximum number of words in a name, including joint holders. A longer text is not a name. */
  maxNameWords: 9,
  /** Maximum length of a name, including joint holders, in characters. A longer text is not a name. */
  maxNameLength: 70,
  /** Minimum number of links in the menu of a web page. A line with fewer cells is not a menu. */
  minMenuLinks: 4,
  /** Minimum ratio of the gap between two links of a menu to its word spaces. */
  minMenuGapRatio: 2,
  /** Minimum gap between two links of a menu, in ems. */
  menuGap: 0.4,
  /** Number of lines below a name that are searched for the account details. Other cells may have lines in between. */
  maxFactLines: 4,
  /**
   * Upper limit of the left edge of an address at the left of the page, in points. An address further right may be
   * that of the bank.
   */
  maxAddressLeft: 300,
  /** Number of lines below a label that are searched for the name. */
  maxLinesBelow: 2,
  /** Maximum distance between a label and the name below it, in ems. Text further below is not the name. */
  maxDistanceBelow: 3,
  /**
   * Upper limit of the difference between the left edges of a label and the name below it, in points. Text further
   * away is not the name.
   */
  maxLeftOffset: 8,
  /**
   * Minimum ratio of a gap to the word spaces within the name. A gap that is wider by this factor may end the name.
   */
  minColumnGap: 1.2,
  /**
   * Upper limit of the difference between the left edges of a column on different lines, in points. Text further away
   * is not in the column.
   */
  maxColumnOffset: 1,
  /** Maximum number of lines that are collected for an address. */
  maxAddressLines: 9,
  /** Maximum line pitch of an address, in ems. A line further above is not part of the address. */
  maxAddressPitch: 2.3,
  /**
   * Maximum ratio of the gap above a line of an address to the widest gap below it. Lines above a wider gap belong to
   * the letterhead.
   */
  maxPitchRatio: 1.3,
  /** Constant added to the maximum line pitch of an address to allow for small type, in points. */
  addressPitchTolerance: 4,
  /**
   * Upper limit of the difference between the left edges of the lines of an address, in points. A line further away
   * is not part of the address.
   */
  maxAddressOffset: 2.5,
  /**
   * Maximum ratio of the type size of a line to that of the address. A line in larger type is the name of the bank.
   */
  maxAddressSize: 1.3,
  /** Minimum number of lines that an address keeps when the lines of the bank above it are removed. */
  minAddressLines: 4,
}

/** Positions of a text that may name the account holder. Only the strongest position of a name counts. */
const holderPositions = {
  /** Beside or below a caption such as "Account holder", or above it in larger type. */
  captioned: 12,
  /** On the line with the account details, separated by bars or dots. */
  besideFacts: 7,
  /** On the first line of a postal address. */
  addressed: 5.5,
  /** Directly above an address on one line. */
  aboveAddress: 4.8,
  /** Directly above the sort code or account number. */
  aboveFacts: 4.5,
  /** The name of a company directly above the type of the account. It may be the bank. */
  aboveProduct: 3,
  /** Beside a caption outside the letterhead. */
  captionedOutside: 4.5,
  /** Under any caption in a list with the captions of account details. */
  inFactList: 4.5,
  /** Directly above the first line of an address. */
  aboveStreet: 4,
  /** Directly above an e-mail address, phone number or customer number. */
  aboveContact: 4,
  /** Directly above the title, product or period of the statement. */
  aboveStatementTitle: 3.5,
  /** A titled name on a line of its own. */
  ownLine: 1.5,
  /** Above a caption in type of the same size, which may also belong to what is below it. */
  captionBelow: 1.5,
  /** In the menu of a web page. */
  inMenu: 1.5,
  /** In a greeting with the full name. */
  greeted: 4.5,
  /** In a heading such as "Zofia Wright's money". */
  inHeading: 4.5,
  /** In a sentence such as "the account of Mrs Quill". */
  inSentence: 1.5,
  /** A cell in the letterhead with the form of a personal name. */
  personalName: 1,
}

/** Further evidence for and against a text being the name of the account holder, which is added to its position. */
const holderEvidence = {
  /** The address is at the left of the page, in the position of an envelope window. */
  leftAddress: 0.5,
  /** The first two lines of the address are two titled names. */
  joint: 10,
  /** Begins with a title such as "Mrs". */
  titled: 2.5,
  /** No other cell of the letterhead has the form of a personal name. */
  onlyPersonalName: 1.5,
  /** Printed on several pages outside the table. */
  onSeveralPages: 1.5,
  /** Begins with the first name of a greeting. */
  greetedByFirstName: 3.5,
  /** The name of a company, printed as well as that of the bank. */
  companyBesideBank: 1.5,
  /** In larger type than all text above and the line below, as banks set their own name. */
  largestType: -2,
  /** On a line with amounts, as in a list of accounts. */
  besideAmounts: -3,
  /** The name of a building or street, with which the address of a bank begins. */
  isBuilding: -3,
  /** The same as the name of the bank. */
  isBank: -8,
  /** The same as the description of a transaction. */
  isDescription: -2,
}

export const holderWeights = { strongest: holderPositions, added: holderEvidence }

export type HolderFeature = keyof typeof holderPositions | keyof typeof holderEvidence
