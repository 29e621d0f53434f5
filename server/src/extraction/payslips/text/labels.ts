// Labels and titles that payslips use, in the form that `normaliseLabel` returns. This file contains only data; add
// new wording here.

export type FactKind =
  | (
      | 'name'
      | 'address'
      | 'niNumber'
      | 'employer'
      | 'employerAddress'
      | 'role'
      | 'payeReference'
      | 'taxCode'
      | 'taxBasis'
    )
  | ('niLetter' | 'payDate' | 'start' | 'end' | 'period' | 'frequency' | 'taxPeriod' | 'taxYear')
  | (
      | 'surname'
      | 'forename'
      | 'startDate'
      | 'leaveDate'
      | 'birthDate'
      | 'email'
      | 'phone'
      | 'director'
      | 'employmentType'
      | 'otherText'
    )

const list = (text: string) => text.split('|').map((label) => label.trim())

/** Labels printed beside or above a value. */
export const factLabels: Record<FactKind, string[]> = {
  name: list(
    'employee name|name|employee|full name|name of employee|employee full name|worker|worker name|payslip for|payslip of|pay advice for|wages paid to|paid to|payee|staff member|staff name|member of staff|associate|associate name|person|person name|surname and initials|surname and forename|surname forename|title and name|your name|pay statement for|salary statement for|prepared for|to|for|emp name|contractor|contractor name|colleague|colleague name|carer|driver|carer name|team member|crew member|partner name|teacher|ee name|salary advice for|wage slip for|wages slip for|wages for|pay for|wages of|pay of|pay advice to|payslip to|advice to|name of worker|workers name|employees name|staff member name|payees name|pay to|private and confidential|confidential|strictly private|strictly confidential|personal|for the attention of|addressee|issued to|you|who|emp|recipient|for employee|employee details name|operative|driver name|member|our colleague|staff|surname and first name|surname/forename|surname first name|name and title|mr/mrs/ms|mr/mrs/miss/ms|individual|name (employee)|employee (name)|addressed to|beneficiary|holder|name of payee|name of staff|pay slip for|statement for|earner',
  ),
  surname: list('surname|last name|family name'),
  forename: list(
    'forename|forenames|first name|first names|given name|given names|forename(s)|first name(s)',
  ),
  address: list('address|home address|employee address|your address|address line 1|postal address|home add'),
  employerAddress: list(
    'employer address|company address|registered office|registered address|employers address',
  ),
  niNumber: list(
    'ni number|national insurance number|ni no|nino|nat ins number|nat ins no|national insurance no|national insurance|ni num|ni ref|nat ins|nat insurance no|nat insurance number|nino number|insurance number|n ins no|ni|national ins no|natins no',
  ),
  employer: list(
    'employing body|employing school|employing trust|employing organisation name|name of employing body|employer|employer name|company|company name|organisation|organisation name|employing organisation|name of employer|employed by|trust|legal entity|legal employer|employing authority|authority|payroll company|business|business name|firm|your employer|paid by|employing company|agency|client|agency name|your agency|recruitment agency|employment agency|recruiter|client name|end client|hirer|end hirer|paying company|company employer|trading name|payer|employer (legal name)|legal name|name of company|name of business|employer/company|company/employer|school|council|employing entity|entity name|employing unit|employing office|employing department|paying authority|pay authority|employer organisation|umbrella|umbrella company|umbrella company name|employer of record|nhs trust|health board|academy trust|multi academy trust|employing establishment|group company|company/organisation|organisation/company|employer title',
  ),
  role: list(
    'job title|job|position|positions held|posts held|office held|office|position held|position title|posn|role|occupation|job description|post|post title|post held|job role|title of post|assignment|designation|employed as|grade title|job name|your role|position name|role title|jobtitle|occupational title|rank|rank/role|rank / role|rank or role|trade|employed in post|work title|appointment|work|kind of work|what you do|works as|working as|grade/post|your job|duties|capacity|employed in|job held|engaged as|employee role|employee position|employee job title|employed position|title|job/post|post/job|role held|line of work|grade|rank/rate|rate/rank|rank or rate|rank/rating|rank / rate|rank / rating|role/position|position/role|job title/grade|job function|job profile|job profile name|job family|business title|job classification|contract|contract title|contract role|staff category|staff group|category of work|employee category|employee group|job category|current role|current position|current post|present post|substantive post|substantive role|position description|post description|role description|your position|your post|your job title|function|profession|craft|discipline|skill|classification|job class|type of work|nature of work|nature of employment|work type|assignment title|assignment name|assigned role|placement|booking|shift role|grade description|grade name|name of post|occ|occup|occpn|desig|pos|employed in the post of|employed in the role of|employment|production role|crew position|worker type|employee type|job title/department|job ref/title|jobrole|job desc|job descr|posit|designation title|job title held|role/grade|position/grade|post/grade|job/grade|rating',
  ),
  payeReference: list(
    'paye reference|employer paye reference|paye ref|employer reference|employers paye reference|tax office ref|tax office reference|tax district ref|tax district reference|tax reference|employer tax reference|employer paye ref|tax ref|paye no|paye number|hmrc reference|hmrc office number|ers paye ref|er paye ref|empr|employer ref|district ref|paye scheme|paye scheme reference|paye scheme ref|hmrc paye reference|hmrc ref|tax dist ref|employers reference|employers ref|er ref|employer tax ref|tax district|tax office|paye office ref|ern|scheme|scheme ref|scheme reference|paye scheme number|hmrc scheme|paye',
  ),
  taxCode: list(
    'tax code|tax cd|code|tc|paye code|paye tax code|taxcode|tax code and basis|tax code basis|hmrc tax code|current tax code|tax code used|your tax code|code no|tax code and ni|tax code operated|code in use|code (tax)|code used|tax code number|coding',
  ),
  taxBasis: list(
    'tax basis|basis|bas|tax code basis|paye basis|tax calculation basis|basis of tax|week1/month1|wk1/mth1|week 1/month 1|tax calc basis|code basis|w1/m1|week 1 month 1|code type|tax method',
  ),
  niLetter: list(
    'ni letter|ni category|ni cat|ni table|ni code|ni ltr|ni table letter|ni rate|category|ni category letter|nic category|nic letter|nic table|ni let|table|ni tbl|national insurance category|national insurance letter|nat ins category|nat ins letter|ni contribution letter|ni band|ni cat letter|nic cat|ni class|cat|letter|ltr|nic tbl|contribution letter',
  ),
  payDate: list(
    'pay date|payment date|process date|date paid|paid on|pd on|date of payment|payday|pay day|on|date|date of pay|paid date|salary date|payment made on|date paid on|payroll date|credit date|bacs date|date payable|payable on|pay slip date|payslip date|paydate|transfer date|wages paid on|value date|date credited|payment day|bank date|cheque date|money in bank|in your account on|date of payslip|pay date is|paid|run date|date due|payroll run date|check date|settlement date|in bank on|payment made|due|pay dated|paid into bank|processed|received on|issued|issue date|date issued|paid into account|date of bacs|bacs payment date|bacs credit date|wages date|paid to bank on|pay made on|we paid you on|paid you on|funds available|available from|your money arrives|lands on|reaches you on|date in bank|date of transfer|date of credit|credited|credited on|transferred on|banked on|payment due|payment|salary paid|wages paid|pay on|date of bank credit',
  ),
  start: list(
    'period start|period start date|pay period start|pay period start date|from|start of period|period from|pay period from|period begins|period beginning|start date of period|pay from|period begin|for period from|week commencing|wages from|pay period begin|period starts|from date|worked from|w/c|w/comm|wk commencing|week beginning|w/b|fortnight commencing',
  ),
  end: list(
    'period end|period end date|pay period end|pay period end date|to|end of period|period to|pay period to|period ends|period ending|week ending|w/e|w/e date|week ending date|wk ending|wk end|week end|month ending|month end|end date of period|pay to|for period to|week ended|month ended|period ended|pay period ending|to date|wages to|w/end|worked to|two weeks ending|four weeks ending|fortnight ending|4 weeks ending|pay period ends|paid to date|pay to date|through|ending|up to|pay up to|weekending|w/ending|wk/ending|ended|pd end|pd ended|pd ending|prd end|prd ended|prd ending|mth end|mth ended|wk ended|pay week ending|period of pay to|for week ending|for month ending|for the week ending|paid up to|end of week|end of month|paid to',
  ),
  period: list(
    'shifts worked between|worked between|work done between|hours worked between|pay period|period|period covered|pay interval|dates|period of pay|pay period dates|this payslip covers|covering|for the period|payment period|for period|work period|period dates|period worked|earnings period|covers|salary period|wage period|pay cycle dates|for|period paid|fortnight|two weeks|four weeks|2 weeks|4 weeks|dates worked|period of work|pay week dates|in respect of',
  ),
  frequency: list(
    'frequency|pay frequency|payment frequency|frq|freq|period type|pay cycle|pay basis|payroll|pay type|paid|payroll frequency|pay interval|pay schedule|payroll type|pay group|payment cycle|payment interval|pay freq|paid every|payment period|period|pay period|run type|cycle|payroll name|pay run|payroll cycle|payroll period|interval',
  ),
  taxPeriod: list(
    'tax period|tax week|tax month|tax wk|tax mth|period|pay period|payment period|period number|period no|pd|tax period number|week|month|tax period no|pay period number|period num|week no|month no|week number|month number|wk|mth|wk no|mth no|tax week/month|tax wk/mth|week/month|period id|hmrc period|pay week|pay month|tax week number|tax month number|tax week no|tax month no',
  ),
  taxYear: list('tax year|year|fiscal year|tax yr|paye year|income tax year'),
  startDate: list(
    'continuous service from|employed from|service from|in post since|start date|date started|employment start date|date of joining|started|joined|with us since|start|date joined force|employed since|employment started|date joined|continuous service|commencement date|date of commencement|employment began|date employed|hire date|hired|in post from|began|start of service|service start|service date|date of hire|original start date|entry date|date of entry|cont service|cont service date|first employed|employment from',
  ),
  leaveDate: list(
    'leave date|leaving date|date left|date of leaving|employment ended|last day|termination date|end date|employment end date|date of termination|finish date',
  ),
  birthDate: list('date of birth|birthday|dob|birth date|born|d o b'),
  email: list('email|e mail|email address'),
  phone: list('phone|telephone|tel|mobile|telephone number|phone number|tel no'),
  director: list('director status|directors ni|is director'),
  employmentType: list(
    'employment type|contract type|employment status|type of employment|employment category|type of contract|contract basis|full/part time',
  ),
  /** Labels whose values are not needed. They are listed so that the labels themselves are not read as values. */
  otherText: list(
    'employee no|employee number|emp no|emp number|employee id|payroll number|payroll no|payroll id|works number|works no|ref no|reference|our reference|pers no|personnel number|personnel no|person number|staff number|staff no|staff id|pay no|assignment number|assignment no|department|dept|location|cost centre|division|branch|site|payscale description|grade|payscale|sal/wage|inc date|standard hrs|standard hours|pt sal/wage|sd ref number|tax office name|student loan|student loan plan|pay method|payment method|meth|method|payment type|bank|bank account|account number|account no|sort code|page|sht|sheet|annual salary|salary|hourly rate|contracted hours|employee details|employer details|tax details|pay period details|pay details|employment details|your details|employment|payslip|pay advice|pay slip|payslip number|document|run|hours|units|rate|amount|ref|clock no|clock number|badge|badge no|team|section|manager|contract|hours per week|pension scheme|messages|message|ao|accounts office reference|previous taxable pay|previous tax paid|pay point|spine point|increment date|leave balance|bank details|pay group code|employee ref|employee reference|worker no|worker number|worker ref|worker id|payroll ref|payroll reference|member number|roll no|unit|ward|depot|store|workplace|work location|cost code|business unit|directorate|job code|post number|position number|position no|fte|paid hours|annual pay|basic salary|service number|marital category|band|scale|point|plan|loan plan|rate of pay|hr number|hr id|service|agency worker|holiday|annual leave|tax office no|empno|empref|emp ref|no|number|id|payslip no|currency|status|net pay|gross pay|deductions|payments|earnings|total|tax free pay|bacs ref|bank name|building society|a/c|personal details|employee information|employment information|pay information|tax information|company details|employer information|summary|year to date|this period|description|employee and paye information|account name|bank account name|name of account|name on account|account holder|account holder name|payee account name|contact name|manager name|scheme name|provider name|prepared by|authorised by|approved by',
  ),
}

export type SectionKind =
  | ('earnings' | 'deductions' | 'employer' | 'summary' | 'distribution' | 'leave' | 'memo' | 'details')
  | 'year'

export const sectionTitles: Record<SectionKind, string[]> = {
  earnings: list(
    'payments|payment|earnings|pay|pay and allowances|pay/allowances|pay & allowances|payments and allowances|what you earned|pay elements|wages|income|additions|allowances|gross pay details|pay details|payments this period|earnings this period|taxable payments|non taxable payments|your pay|your earnings|regular earnings|irregular earnings|direct payments|other payments|reimbursements|hours and pay|hourly pay|salary and allowances|earnings and allowances|basic pay and allowances|pay description|payment description|earnings description|pay element|element of pay|gross earnings|gross payments|details of pay|details of payments|details of earnings|pay and benefits|pay items|money in|you earned|what we paid you|paid to you|pay this period|gross pay|pay made up of|how your pay is made up|how your pay was worked out|description of pay|description of payments|pay breakdown|earnings breakdown|salary|salary details|payment details|payments details|entitlements|remuneration|credits|additions to pay|gross|pay type|payment type|earning|work done|assignments|timesheets|hours worked|before tax|pay before tax|wage|wages and salary|additional payments|variable pay|basic pay|taxable earnings|what youve earned|pay received|gross additions|pay credits|salary/wages|pay lines|items of pay|add|added|what we paid|what you have earned|money earned|payments to you|your wages|how we worked out your pay|basic and additional pay|pay made up as follows|amounts due to you|how your gross pay is made up|what goes in|coming in|pay in|your pay this week|your pay this month|pay this month|pay this week|how you earned it|made up of|pay and additions|wages and additions|what you did',
  ),
  deductions: list(
    'deductions|deduction|taxes|tax|less|less deductions|what we have taken off|what we took off|taken off|statutory deductions|voluntary deductions|other deductions|tax and ni|tax and national insurance|taxes and deductions|deductions this period|your deductions|deduction description|details of deductions|stoppages|pre tax deductions|post tax deductions|employee deductions|employee contributions|money out|deductions description|deduction details|deductions from pay|what was taken off|net deductions|tax and other deductions|deductions from gross pay|pay deductions|description of deductions|deductions breakdown|debits|amounts taken off|reductions|we took off|statutory|court orders|contributions|withheld|amounts withheld|what we deducted|deducted|deduction type|salary deductions|taken from your pay|taken from pay|what comes off|after tax deductions|withholdings|subtractions|loans|less the following|what we held back|employee deductions and contributions|tax deductions|what came off|what comes off your pay|what was deducted|coming off|came off|off your pay|what we took|deducted from pay|minus|money off|what goes out|going out|tax ni and pension|amounts deducted|reductions from pay|what was taken|we deducted|where the rest went|paid on your behalf|taken out|what went out|taken from you|tax and other stoppages|less stoppages|what you paid|employee taxes|payroll taxes|employee tax',
  ),
  employer: list(
    'employer contributions|employers contributions|company contributions|employer costs|employer|employers|paid by your employer|paid by employer|employer pays|er contributions|employer paid|employer payments|employer ni and pension|employer cost|employer on costs|company paid|paid by the company|employers costs|employer deductions|er|ers|er amount|employers amount|employer amount|company|our contributions|we also paid|contributions by employer|contributions we make|what your employer pays|employer charges|employers national insurance|employer contribution|what we pay on top|company costs',
  ),
  year: list(
    'year to date|ytd|totals to date|cumulative|cumulatives|cumulative totals|this tax year|year to date balances|totals this tax year|tax year to date|to date|yr|year|balances to date|year to date totals|year to date figures|ytd totals|tax year totals|totals for tax year|cumulative to date|cumulative figures|ytd amount|year to date amount|year to date summary|total to date|so far this year|so far this tax year|this year so far|since april|since 6 april|running totals|tax year so far|amount ytd|total ytd|ytd total|ytd balances|ytd figures|annual totals|year totals|year to date information|totals year to date|so far|cum|ytd value|year to date balance|cumulative amounts|the year so far|your year so far|current tax year|earnings to date|this employment to date|totals in this employment|year so far|tax year|total year to date|amount to date|in the tax year|ytd summary|p60 figures|cum to date|employment to date|totals since 6 april|since the start of the tax year|year date|accumulated|accumulated totals|your year|accumulations|accumulation|accumulators|p60 figures so far|p60 figures to date|p60 totals|p60 details|tax year summary|ttd|year totals|totals for year|totals brought up to date|totals in tax year|up to date totals|up to and including this payslip|since april 6|cumulative pay|tax year figures|p45 totals|totals for p45|totals for your p45|figures for your p45|leaver totals|leaving totals|totals at leaving|year to date totals (this employment)',
  ),
  summary: list(
    'this period|this pay|current pay|this run|summary|this period summary|this month|balances|period totals|pay summary|totals|current period|this pay period|this week|payslip summary|summary of pay|current|this payment|pd|period|period summary|your pay at a glance|at a glance|pay at a glance|totals this period|for this period|key figures|calculation|summary of this pay|payment summary|tax and ni summary|statutory information|taxable and niable pay|this time|period figures|pay totals|current month|current totals|month totals|period balances|how it adds up|calculations|other information|basis of calculation',
  ),
  distribution: list(
    'net pay distribution|payment details|bank details|how you were paid|payment method|net payments|payment information|paid into|payment distribution|payment instructions|bank payment|net pay paid to|where your pay went|payments to bank|disbursements|net pay breakdown|net pay allocation|bacs payments|bank transfer details|paid to account',
  ),
  leave: list(
    'annual leave|holiday|leave|leave balance|leave balances|holiday balance|holidays|annual leave (days)|annual leave (hours)|holiday entitlement|absence|holiday information|leave (days)|leave (hours)|time off|holiday (days)|holiday (hours)|leave information|holiday accrued|annual leave balance|holiday pay accrued|leave and absence|holiday accrual',
  ),
  memo: list(
    'benefits in kind|notional|notional pay|taxable benefits|for information|for information only|memo|memo items|information only|benefits|payrolled benefits|notional payments|non cash benefits|benefits taxed through payroll|benefits in kind (not paid)|non cash|items not paid|information|salary details|rates of pay|your rates|loans and savings balances|loan balances|balances outstanding|outstanding balances|loan balance|savings balance|last year|previous employment|prior employment|previous period|last period|last month|prior period|previous payslip|pension scheme|taxable benefits in kind',
  ),
  details: list(
    'employee details|employer details|tax details|pay period details|employee and paye information|employee information|your details|employment details|messages|messages from employer|notes|message|personal details|employee|tax information|company details|employer information|pay information',
  ),
}

export type PayColumnRole = 'amount' | 'units' | 'rate' | 'code' | 'description' | 'date' | 'balance'

export const columnTitles: Record<PayColumnRole, string[]> = {
  amount: list(
    'amount|amt|value|total|gross|this period|this month|this week|period|pd|current|current period|pay|payment|cash|sum|pounds|this pay period|amount paid|amount due|period amount|current amount|due|employee|ee|ee amount|employee amount|this payslip|this pay|paid|pay amount|total amount|line total|employees|now|this time|in this period|for this period|month|total pay|deducted|earned',
  ),
  units: list(
    'units|hours|hrs|days|qty|quantity|no|hours/days|days/hours|hrs/days|wkd/earned|paid/due|number|unit|hours worked|no of hours|no of units|units/hours|hours/units|time|number of units|hours paid|shifts|qty/hours|hours or days|worked|hrs/units|units worked|count|base|hours / days|days / hours|hrs / days|no hours|units / hours|wkd|wtd hours|multiple',
  ),
  rate: list(
    'rate|rate of pay|hourly rate|pay rate|unit rate|price|factor|rate per unit|rate per hour|per unit|each|rate/hour|rate (per hour)|rate/unit|unit price|at rate|% or rate|per hour|daily rate|rate used|@|at|/hr|hr|per hr|per day|/hour|/unit|£ per hour|£/hour|£/hr|per mile|each unit|hourly',
  ),
  code: list('code|wt|ref|pay code|element code|type|no|el|elem|pay element code|cd|item|line'),
  description: list(
    'entry|description|wage type text|wage type|wagetype|details|detail|pay element|element|payment|deduction|narrative|item|earnings|deductions|payments|particulars|pay description|type of pay|pay type|description of pay|earning|name|pay item',
  ),
  date: list('date|w/e|week ending|worked|dates|date worked|period|for week ending|wk ending'),
  balance: list(
    'running|running total|running balance|balance|balances|bal|outstanding|remaining|balance c/f|balance left|loan balance|balance o/s',
  ),
}

/** Matches wording in labels that marks an amount as year-to-date. */
export const yearMarks =
  /\b(ytd|y t d|to date|so far|cumulative|cumulatives|cum|year to date|this (tax )?year|in the year|for the year|since (6(th)? )?april( 20\d\d)?|td)\b/
/** Matches wording in titles that marks amounts as year-to-date. Titles use more variants than labels. */
export const yearTitleMarks =
  /\b(ytd|year to date|to date|so far|cumulatives?|this (tax )?year|for the year|tax year (to date|totals|so far)|since (the tax year|(6(th)? )?april)|running totals|totals? (for|in) (the )?tax year)\b/
/** Matches wording that marks an amount as belonging to this period, even in a year-to-date table. */
export const periodMarks =
  /\b(this (pay )?(period|month|week|fortnight|payment|payslip|time|pay)|in (the )?(period|month|week))\b/
export const periodTitleMarks =
  /\b(this (pay )?(period|month|week|fortnight|payment|payslip|pay|run)|current( period)?)\b/

export type PayAmountKind =
  | ('gross' | 'taxable' | 'niable' | 'net' | 'totalDeductions' | 'subtotal')
  | ('tax' | 'ni' | 'pension' | 'studentLoan' | 'postgraduateLoan' | 'employer' | 'ignored')

const only = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const periodWords = '(?: (?:for )?(?:this |the )?(?:pay )?(?:period|month|week|payment))?'

/** Labels of totals and other amounts; the first match wins. Year-to-date markers are removed before matching. */
export const amountLabels: [RegExp, PayAmountKind][] = [
  [
    only(
      '(?!(?:company|co|our) (?:pension|pens)(?: scheme| fund| plan)?(?: (?:at |@ ?)?\\(?\\d[\\d.]* ?%\\)?)?$)(?!(?:company|co|our) (?:pension|pen|superann)\\b.*\\b(?:ees?|employees?)\\b)(?!(?:ees?|employees?) (?:company|co) (?:pension|pen|superann)\\b)(?:.* )?(?:employers?|emplr|emplrs|er|ers|company|co|our|we)(?: .*)?(?:ni|nic|nics|national insurance|nat ins|pension|pen|contributions?|contribs?|conts?|superann|superannuation|cost|costs)(?: .*)?|(?:.*)\\b(?:ni|nic|nics|national insurance|nat ins|pension|pen|superann|superannuation|contribution|contributions|conts?|workplace pension)\\b(?: .*)?[ (](?:employers?|er|ers|company|co|emplr)\\)?(?: .*)?|er nic?s?|apprenticeship levy|employer.*',
    ),
    'employer',
  ],
  [
    only(
      '(?:(?:total )?(?:gross )?taxable(?: gross)?(?: pay| earnings| income| amount| wages| salary| gross| gross pay)?|(?:gross|pay|earnings|income|total gross|gross pay|total)(?: subject)? (?:for|to) (?:paye|tax|income tax)(?: purposes)?|txbl(?: pay)?|pay that is taxed|taxed pay|gross taxable|pay taxed|pay subject to tax|tax gross|gross \\(tax\\)|tax pay|tax(?:able)? basis pay|paye pay|pay for paye|pay which is taxed|taxable gross pay|total taxable|paye gross|taxbl(?: pay)?|pay liable to tax|(?:income )?tax taxable (?:wages|pay|earnings)|taxable (?:wages|pay|earnings) tax)',
    ),
    'taxable',
  ],
  [
    only(
      '(?:(?:total )?(?:gross )?(?:ni|nic|nics)[ -]?able(?: gross)?(?: pay| earnings| income| amount| gross)?|(?:gross|pay|earnings|income|total|gross pay)(?: subject)? (?:for|to) (?:ni|nic|nics|nat ins|national insurance)(?: purposes)?|(?:ni|nic|nics|nat ins|national insurance) (?:pay|earnings|gross|earns|able pay|able earnings|able gross)|niable|nicable|pay subject to ni|ni-?able.*|pay for ni|niers|earnings on which ni is paid|nable pay|(?:ni|nic|nics|nat ins|national insurance) taxable (?:pay|earnings|wages)|taxable (?:pay|earnings|wages) (?:ni|nic|nics|nat ins|national insurance))',
    ),
    'niable',
  ],
  [
    only(
      `nett? (?:amount |sum |wages? |pay )?(?:to|for|in|into|by|after|received|paid|due|payable|transferred|banked)(?: .*)?|nett? (?!deductions?|taxable|cost|pensionable)\\w+(?: (?:to|by|into|in|via|this|on) .*)?|(?:total )?(?:amount|sum|pay|wages|salary) (?:payable|due|paid|transferred) (?:by|via|to|into) .*|(?:total )?nett?(?: pay| payment| wage| wages| salary| amount| earnings| income| payable| cash| due| total| pay payable| amount payable| pay due| pay total| amount paid| amount due)?${periodWords}|(?:your )?take home(?: pay)?${periodWords}|(?:total )?(?:amount|sum|pay|wages?|salary|money) (?:payable|due|(?:paid|credited|transferred|sent)(?: (?:in)?to (?:you|(?:your|the) (?:bank|account|bank account)))?|banked|paid into (?:your )?(?:bank|account)|to be paid|you receive|received|sent to your bank|in your bank|you will receive|into bank)|(?:total )?paid to you|(?:your )?pay after (?:all )?deductions|(?:paid|payment|net pay|pay|amount paid|paid in|payable) (?:by|via|into|to) (?:bacs|bank|bank transfer|your bank|your account|bank account|credit transfer|direct credit|your bank account|faster payment|account|cheque)|net pay .*(?:bank|bacs|account|transfer).*|bacs(?: payment| pay| amount| transfer| credit)?|bank (?:transfer|credit|payment)|(?:you|we) (?:get|receive|paid you|have paid you|were paid|pay you)|(?:total )?pay(?:ment)? (?:due|payable|to bank)|payable to you|amount banked|banked|money (?:in your bank|to you)|net \\(.*\\)|paid (?:in)?to (?:your )?(?:bank|account).*|into your account|in(?:to)? your (?:pocket|hand|account|bank|bank account)|(?:leaving|leaves) you(?: with)?|(?:this|which) leaves(?: you)?(?: with)?|left for you|your net pay|what you get|you take home|we have paid(?: you)?|total payable|payment amount|credited to (?:your )?(?:bank|account)|net credit|final pay|what we paid you|pay in your bank|this goes to your bank|net remuneration|net (?:wages|pay) paid|what you (?:take|took) home|cash paid|amount to pay|balance due|payment due to you|cash payable|payable|final amount|total to pay|credit to bank|(?:what )?(?:lands|arrives) in your (?:bank|account)|(?:transferred|sent|credited) to your (?:account|bank)|payment to (?:bank|account)|total payable to you|nett? pay(?: .*)?|.* \\(?nett? pay\\)?|total net(?: .*)?|to be paid|to pay(?: \\(?(?:cash|bank|bacs|cheque)\\)?)?|tak(?:en|e|ing) home|you took home|pay you received|home pay|amount you receive|total paid|paid out|payment to you|due to you|pay to you|net due|cash due|amount credited|paid into your account|goes into your account|into your bank|(?:paid |sent )?to your (?:bank|account|bank account)|to (?:the )?bank|(?:lands|arrives|goes|going|paid|is) in(?:to)? your (?:bank|account|bank account)(?: .*)?|(?:total )?(?:gross|gross pay|total pay|pay|earnings|total earnings|payments) (?:less|minus) (?:total |all )?deductions|cash in hand|in hand|to you|to take home|pay packet|in your pay packet|left to pay|in your (?:wage |pay )?packet|(?:amount|value) of (?:your |the |this )?(?:cheque|payment|transfer)|cheque(?: amount| value| total)?|(?:money|sum) (?:going )?(?:in)?to your (?:bank|account)|(?:you will|youll|you ll) (?:be paid|get|receive)|paid to your (?:bank|account)|what you(?:ll| will)? (?:receive|are paid)|balance (?:payable|to you|paid)|(?:total )?amount in your (?:bank|account)`,
    ),
    'net',
  ],
  [
    only(
      `(?:net|total|all) (?:deductions|stoppages)|(?:taken off|deductions|deducted|stoppages|taken) (?:in total|altogether)|your deductions|we took|(?:total|all) (?:less|off|taken|taken off|taken away|stopped)|(?:total|all|tot|sum of|less|less total|total of)?(?: employee)? ?(?:deductions|dedns|deds|deductions total|deduction total)(?: made| taken)?${periodWords}|(?:total|all) (?:taken off|deducted|stoppages|reductions|deductions from pay|amount deducted|taxes and deductions|tax and deductions|debits|withheld|tax ni and other deductions|employee deductions|we took off|money out|subtractions|withholdings|off)|(?:total )?taken off|deductions?|tax(?:es)? and deductions(?: together)?|total ded|tot ded|tot deds|we took off|less deductions|total taken from (?:your )?pay|ded total|deducted in total|stoppages|total deds`,
    ),
    'totalDeductions',
  ],
  [
    only(
      `gross(?: pay| wages?| earnings)? (?:all posts|all jobs|including .*|incl .*|before .*|after .*|less .*|for (?:the|this) .*)|(?:total|tot|sub ?total)? ?gross(?: pay| earnings| wages| wage| salary| payments?| amount| income| remuneration| value| cash)?(?: total)?${periodWords}|(?:total|tot|all) (?:pay|payments?|earnings|gross(?: pay| earnings| payments?)?|wages|remuneration|additions|pay and allowances|income|payments and allowances|paid|earned|you earned|salary|amount earned|credits|pay before deductions|entitlements|earned|for work|money in|earnings and allowances)${periodWords}|pay before (?:any )?(?:deductions|tax|anything is taken off)|(?:payments?|earnings|pay|gross pay) total|gross total|you earned|(?:your )?gross pay .*period|earnings before deductions|before deductions|total before deductions|earned in total|pay in total|(?:your )?(?:earnings|gross pay)|your pay before deductions|payments|earned|(?:total )?earned so far|earned this (?:period|month|week)|what you earned|all earnings|money earned|total money earned|pay and allowances total|sum of payments|total additions|gross for (?:the )?(?:period|month|week)`,
    ),
    'gross',
  ],
  [
    only(
      '(?:sub ?)?total.*|.* (?:sub ?)?total|subtotal|pay in (?:this|previous) employment.*|(?:.* )?(?:c/f|b/f|carried forward|brought forward)',
    ),
    'subtotal',
  ],
  [
    only(
      '(?!allowance$)(?:(?:annual leave|leave|holidays?|days|hours) )*(?:allowance|taken|balance|entitlement|remaining|accrued|booked|carried over)(?: (?:left|remaining|days|hours|this year|to date))*|previous .*|(?:basic )?(?:annual|hourly) (?:salary|rate|pay)(?!.*[/÷] ?(?:12|13|26|52)(?![\\d/])).*|rate of pay|pensionable (?:pay|earnings|gross|salary)|(?:lgps|tps|uss|nhs pension) (?:pensionable )?(?:pay|earnings)(?: \\(?(?:main|50/50)(?: section)?\\)?)?|non taxable(?: pay| earnings)?|standard (?:hrs|hours)|(?:contracted|contract|paid|total|normal) hours.*|fte|full time salary|salary rate|(?:fte|full time equivalent) salary|annual pay|rolling.*|tax free pay|free pay|tax allowance|gross for pension|pay in pot|hours(?: worked)?|week|month|tax week|tax month|rounding|sal/wage|pt sal/wage|tax credits|holiday (?:pay )?(?:due|left)|days left|smart pension pay|lel.*|.* to (?:lel|pt|uel|st|et)|earnings up to .*|hourly rate|unsocial|basic hourly rate|qualifying earnings|pay for pension|pension pay|pensionable',
    ),
    'ignored',
  ],
  [
    only(
      '(?:total )?(?:scottish |welsh |uk )?(?:paye|income|paye income)?(?: ?/ ?)?(?:tax|paye)(?: \\(?(?:paye|paid|deducted|due|this employment|income tax|amount|in this employment|\\d.*)\\)?)*|(?:paye|income tax)(?: tax)?(?: paid| deducted| due| amount)?|tax paye|tax deducted|tax deduction|(?:scottish|welsh|uk|your|employees?|hmrc|inland revenue) (?:paye )?(?:income )?tax(?: paid| deducted)?|tax (?:under paye|on (?:pay|earnings|your pay)|to hmrc|taken|taken off)|paye to hmrc|inc tax|i tax|tax ded|paye tax.*|paye \\(.*\\)|income tax.*',
    ),
    'tax',
  ],
  [
    only(
      'ni[abchjmvxz]|(?:ni|national insurance) (?:to hmrc|taken|taken off)|(?:total )?(?:employees?|ee|ees|ees s|your|emp|worker|staff|class 1|e/ees)? ?(?:ni|nic|nics|nat ins|nat insurance|national insurance|national ins|natl ins|natl insurance|n insurance|natins)(?: contributions?| contribs?| contrs?| contns?| conts?| conts| paid| contributions paid| deducted| deduction| amount)?(?: \\(?(?:employees?|ee|ees|ee s|a|b|c|h|j|m|v|x|z|employee only|worker|class 1|cat(?:egory)? [a-z]|table [a-z]|letter [a-z]|you|yours|e/ee)\\)?)*(?: contributions?| paid)?',
    ),
    'ni',
  ],
]

/** Words between a number of hours and a rate. */
export const unitWords =
  /^(hours?|hrs?|h|days?|units?|shifts?|weeks?)?( ?(at|x|@|×|\*))?$|^(wks?|nights?|sessions?|miles?) ?(at|x|@|×|\*)$/i
