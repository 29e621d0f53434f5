import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel } from '../text/values.ts'
import { identityTuning } from '../tuning/facts.ts'

// Recognises names of people, companies, streets, counties and countries by their form.

export const personTitle =
  /^(?:(?:cyng|parch|yr athro)\.? ?\/ ?)?(mr|mrs|ms|miss|mx|dr|prof|professor|rev|revd|sir|dame|lady|lord|cllr|councillor|cyng|parch)\.?\s/i
const nameParticles =
  /^(de|da|di|van|von|der|den|la|le|al|el|bin|bint|ibn|y|e|ter|ten|du|dos|des|st|ap|ab|ferch|verch|mac|zu|ben|abu)$/i
const nameForm = /^[\p{L}][\p{L}\p{M}'’.,() -]*$/u

const companyWords =
  /\b(cyf|cyfyngedig|cyngor|prifysgol|ysgol|coleg|bwrdd|cwmni|ymddiriedolaeth|cymdeithas|meithrinfa|ltd|limited|plc|llp|lp|cic|inc|company|co|group|trust|council|university|college|school|schools|academy|hospital|hospitals|nhs|foundation|services|solutions|association|partnership|charity|society|agency|stores?|holdings|sons?|daughters?|bros|brothers|associates|consulting|consultants|solicitors|accountants|architects|surveyors|enterprises|industries|international|uk|board|authority|ministry|department|borough|housing|care|homecare|recruitment|staffing|logistics|engineering|bakery|bakeries|theatre|foods?|retail|systems|technologies|technology|software|construction|contractors|builders|motors|garage|hotels?|restaurants?|catering|cleaning|security|media|press|print|farms?|dairy|brewery|centre|clinic|surgery|practice|church|museum|library|club|union|bank|insurance|finance|capital|partners|umbrella|payroll|works|mills?|traders|trading|transport|haulage|couriers?|pharmacy|dental|nursery|studios?|labs?|laboratories|energy|water|rail|airways|airlines|telecom|networks?|design|designs|supplies|products|furniture|textiles|garden|gardens|landscapes|constabulary|police|force|regiment|navy|army|ambulance|fire and rescue|diocese|parish|cathedral|abbey|institute|institution|federation|commission|corporation|chambers|cooperative|co op|inns?|hotel|cafe|restaurant|bakers|butchers|brewers|distillers|distillery|carpets|tools|stores|supermarket|markets?|nurseries|estates?|homes|lettings|properties|plumbing|electrical|joinery|scaffolding|roofing|flooring|tyres|coaches|buses|taxis|freight|shipping|marine|aviation|airport|port|harbour|shipyard|quarries|steel|metals|plastics|ceramics|chemicals|pharma|pharmaceuticals|therapeutics|biosciences?|diagnostics|optical|opticians|vets|veterinary|kennels|cattery|stables|golf club|leisure|fitness|gym|salon|spa|laundry|cleaners|waste|recycling|skip hire|plant hire|environmental|renewables|solar|power|gas|oil|studios|productions|films|music|arts|gallery|trustees|council|cyngor|prifysgol|ysgol|ymddiriedolaeth|bwrdd)\b/i

export const hasTitle = (text: string): boolean =>
  personTitle.test(text) || /\((mr|mrs|ms|miss|mx|dr)\)$/i.test(text)

export const looksLikeCompany = (text: string): boolean =>
  companyWords.test(normaliseLabel(text)) && !personTitle.test(text)

const legalForm = /\b(ltd|limited|plc|llp|cic|cio|inc|cyf|cyfyngedig|ccc|cbc)\b\.?$|(?:&|\band|\p{L}) Co\.$/iu
export const hasLegalForm = (text: string): boolean => legalForm.test(text.trim())

/** Whether the text has two or more capitalised words, none of them a number or a payroll term. */
export function looksLikePerson(text: string): boolean {
  if (!nameForm.test(text) || text.length > identityTuning.maxNameCharacters || classifyTitle(text) !== null)
    return false
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length < identityTuning.minNameWords || words.length > identityTuning.maxNameWords) return false
  if (hasLegalForm(text) || /[.]$/.test(text.replace(/\b\p{L}\.$/u, ''))) return false
  const capitalised = words.filter(
    (word) => /^[\p{Lu}(]|^[dlo]['’]\p{Lu}/u.test(word) || nameParticles.test(word) || /^['’]/.test(word),
  )
  return (
    capitalised.length === words.length &&
    !/^the\b|\b(payslip|pay|advice|slip|statement|confidential|private|number|date|period|code|page(?!$)|tax|payroll)\b|^(?:see|next|last|first|front|back|cover|summary|web|this) page$/i.test(
      text,
    )
  )
}

const streetWords =
  /\b(street|st(?!\.? \p{L})|road|rd|avenue|ave|lane|ln|close|drive|dr|way|court|ct|place|pl|gardens|gdns|terrace|crescent|cres|square|sq|row|mews|hill|park|green|grove|walk|rise|view|house|cottage|farm|lodge|flat|apartment|apt|villas|parade|mount|wharf|quay|yard|gate|croft|broadway|vale|wynd|brae|loan|causeway|meadow|meadows|buildings|tower|towers|heights|fold|chase|end|common|bank|hall|manor|barn|room|unit|suite|floor|path|drove|garth|dene|dale|parkway|boulevard|circus|esplanade|promenade|strand|cross|hey|heath|orchard|spinney|copse|ride|reach|field|fields|approach|arcade|mall)\b/iu

const roleWords =
  /\b(groundworker|steelworker|ironworker|metalworker|woodworker|caseworker|fieldworker|playworker|roadworker|co-?worker|foreman|forewoman|foreperson|chargehand|ganger|banksman|signaller|slinger|tradesman|tradesperson|handyman|handyperson|craftsman|craftsperson|storeman|storesman|storesperson|storeperson|storekeeper|warehouseman|warehouseperson|draughtsman|draughtsperson|salesman|saleswoman|salesperson|postman|postwoman|postperson|doorman|watchman|watchkeeper|linesman|signalman|stockman|stockperson|nurseryman|greenkeeper|gamekeeper|zookeeper|groundsperson|binman|deckhand|stagehand|bosun|firefighter|rifleman|airman|aircraftman|seaman|trooper|corporal|detective|superintendent|valet|chauffeur|concierge|chambermaid|barman|barmaid|barperson|butler|cellarperson|canvasser|fundraiser|telemarketer|negotiator|valuer|conveyancer|barrister|scheduler|forecaster|expeditor|despatcher|steelfixer|cladder|dryliner|ceiling fixer|insulator|pipefitter|pipelayer|toolmaker|press setter|tool setter|tool grinder|polisher|sprayer|moulder|machine setter|assembler|installer|erector|dismantler|repairer|restorer|splicer|driller|typesetter|compositor|proofreader|copywriter|phlebotomist|chiropodist|podiatrist|dietitian|nutritionist|osteopath|chiropractor|optician|orthoptist|orthotist|prosthetist|psychiatrist|anaesthetist|physicist|archivist|conservator|house officer|health visitor|ward sister|hca|senco|headteacher|headmaster|headmistress|teaching fellow|research fellow|educator|mentor|imam|rabbi|umpire|referee|farrier|milker|tree surgeon|arboriculturist|horticulturist|sweeper|refuse collector|cleanser|lengthsman|patroller|enforcer|able rate|dancer|singer|choreographer|composer|pianist|violinist|soloist|costumier|usher|croupier|adjuster|assessor|examiner|moderator|verifier|comptroller|intern|graduate trainee|volunteer|interviewer|recruiter|resourcer|replenisher|stacker|stocker|roustabout|roughneck|helmsman|steeplejack|webmaster|scrum master|product owner|marketer|publicist|beautician|manicurist|masseuse|\p{L}{3,}(?:ologist|therapist|ographer|ician)|manager|officer|assistant|engineer|nurse|teacher|worker|driver|director|clerk|operative|technician|supervisor|consultant|analyst|developer|administrator|advis[eo]r|coordinator|executive|cleaner|carer|cook|chef|lecturer|professor|researcher|scientist|designer|architect|solicitor|paralegal|secretary|receptionist|apprentice|trainee|specialist|lead|leader|head|host|handler|baker|blender|mechanic|electrician|plumber|labourer|picker|packer|porter|guard|inspector|sergeant|constable|surveyor|planner|buyer|agent|representative|therapist|pharmacist|physiotherapist|midwife|doctor|registrar|librarian|caretaker|gardener|musician|actor|player|captain|pilot|steward|waiter|waitress|barista|attendant|auditor|accountant|bookkeeper|controller|operator|fitter|welder|machinist|joiner|carpenter|painter|builder|nanny|housekeeper|tutor|bartender|associate|practitioner|programmer|writer|editor|hygienist|stylist|hairdresser|barber|groom|butcher|fishmonger|roofer|bricklayer|scaffolder|cashier|merchandiser|translator|interpreter|counsellor|warden|ranger|keeper|curator|principal|bursar|matron|paramedic|optometrist|radiographer|dispenser|dentist|vet|surgeon|crew|trader|broker|underwriter|actuary|economist|statistician|geologist|chemist|biologist|ecologist|tester|strategist|producer|reporter|journalist|photographer|animator|illustrator|presenter|helper|companion|childminder|babysitter|checker|loader|tailor|seamstress|upholsterer|glazier|mason|tiler|plasterer|decorator|fabricator|rigger|diver|skipper|deckhand|conductor|dispatcher|courier|farmhand|herdsman|shepherd|forester|florist|arborist|instructor|coach|lifeguard|trainer|demonstrator|invigilator|technologist|partner|president|treasurer|chair|au pair|team member|hand|buyer|estimator|sommelier|cellarman|groundsman|groundskeeper|organist|verger|sexton|vicar|curate|chaplain|minister|priest)s?\b/iu

/** Surnames that are also words of streets. Names of houses, such as `Rose Cottage`, end in other words. */
const streetSurname =
  /^(?!(?:The|Manor|Church|Station|Mill|Park|High|Old|New|North|South|East|West|Upper|Lower|Great|Little|Business|Retail) )(?:\p{Lu}[\p{L}'’.-]* ){1,3}(?:\p{L}+-)?(?:Lane|Hill|Park|Green|Grove|Walk|Chase|Close|Cross|Dale|Dean|Field|Fields|Garth|Hall|Heath|Marsh|Meadows|Mount|Place|Rise|Street|Strand|Vale|Way|West|Yard|Banks|Bank|Barnes|Cliff|Common|Court|Drew|Ford|Heights|Moor|Parade|Reach|Row|Wynd)$/u

/**
 * Whether the text above a street may be a person whose surname is also a word of streets, such as `Emma Green` above `14
 * Station Road`.
 */
export const isPersonAboveStreet = (text: string, below: string | undefined): boolean =>
  streetSurname.test(text) && looksLikePerson(text) && /^(?:flat |apartment )?\d/i.test(below ?? '')

/** Job titles that are also surnames. */
const surnames =
  /^(nurse|driver|clerk|cook|head|baker|porter|guard|constable|gardener|player|steward|painter|groom|butcher|ranger|keeper|warden|tailor|mason|glazier|forester|shepherd|skipper|hand|priest|chaplain|minister|page|carpenter|coach|lead|barber|roofer|chair|miller|partner|host|trader|producer|companion|packer|picker|loader|captain)$/i

/** Whether the last word is a job title and not a surname. */
export const endsWithRole = (text: string): boolean => {
  const last = text.split(' ').at(-1) ?? ''
  return roleWords.test(last) && !surnames.test(last)
}

/** Words before a surname that make it a job title: `Night Porter`, `Sous Chef`, `Head Gardener`. */
const beforeTrade =
  /^(?:night|day|kitchen|hall|hospital|hotel|theatre|head|sous|school|assistant|pastry|line|grill|breakfast|senior|junior|deputy|trainee|apprentice|master|relief|bank|lead|team|general|mobile|unit|canteen|estate|landscape|market|industrial|commercial|vehicle|stone|bench|site|shop|craft|artisan|ward|agency|lorry|bus|coach|van|train|taxi|delivery|crane|forklift|hgv|lgv|order|staff|charge|dental|veterinary|community|practice|school|finance|accounts|office|filing|ledger|security|police|special|cabin|air|stage|studio|salaried|equity|managing)\b/i

/** Whether the text is a job title in the form of words only: it ends in one, or its first words show that it is one. */
export const isRolePhrase = (text: string): boolean =>
  endsWithRole(text) ||
  (roleWords.test(text.split(' ').at(-1) ?? '') && beforeTrade.test(text) && text.includes(' '))

/** Whether the text contains a word that is typical of job titles. */
export const looksLikeRole = (text: string): boolean => roleWords.test(text) && !houseName.test(text)

/** Matches numbers that are part of a job title: `Staff Nurse Band 5`, `1st Line Support`. */
export const numberInRole =
  /\b(?:band|grade|level|scale|class|category|tier|step|point|scp|stage|phase|year|key stage|ks|line|part|unit)\.? ?\d{1,2}[a-z]?\b|\b\d(?:st|nd|rd|th)\b/gi

/** Matches names of houses that contain a word of job titles: `The Coach House`, `Gardener's Cottage`. */
const houseName =
  /^(?!.*\bof house$)(?:[\p{L}'’]+ ){1,3}(?:house|cottages?|lodge|barn|villas?|rectory|vicarage|bungalow|stables|grange|mews|croft)$/iu

/** Whether a company is named after a street: `Saffron Lane Surgery`, but not `Church Farm` or `3 Canal Mills`. */
export const endsWithCompanyWord = (text: string): boolean => {
  const last = text.split(' ').at(-1) ?? ''
  return looksLikeCompany(last) && !streetWords.test(last) && !/\d/.test(text)
}

export const looksLikeStreet = (text: string): boolean => /\d/.test(text) || streetWords.test(text)

const counties = new Set(
  'sir gaerfyrddin|sir gâr|sir benfro|sir fôn|ynys môn|sir ddinbych|sir y fflint|sir fynwy|morgannwg|bro morgannwg|ceredigion|powys|gwynedd|caerdydd|abertawe|avon|bedfordshire|berkshire|buckinghamshire|cambridgeshire|cheshire|cleveland|cornwall|cumberland|cumbria|derbyshire|devon|dorset|durham|county durham|co durham|east sussex|east riding of yorkshire|east yorkshire|essex|gloucestershire|greater london|greater manchester|hampshire|herefordshire|hertfordshire|humberside|huntingdonshire|isle of wight|kent|lancashire|leicestershire|lincolnshire|merseyside|middlesex|norfolk|north humberside|north yorkshire|northamptonshire|northumberland|nottinghamshire|oxfordshire|rutland|shropshire|somerset|south humberside|south yorkshire|staffordshire|suffolk|surrey|sussex|tyne and wear|warwickshire|west midlands|west sussex|west yorkshire|westmorland|wiltshire|worcestershire|yorkshire|hereford and worcester|salop|hants|herts|berks|bucks|beds|cambs|glos|lancs|leics|lincs|northants|notts|oxon|staffs|wilts|worcs|west mids|w yorks|s yorks|n yorks|clwyd|dyfed|gwent|gwynedd|mid glamorgan|powys|south glamorgan|west glamorgan|glamorgan|anglesey|isle of anglesey|brecknockshire|caernarfonshire|cardiganshire|ceredigion|carmarthenshire|conwy|denbighshire|flintshire|merionethshire|monmouthshire|montgomeryshire|pembrokeshire|radnorshire|vale of glamorgan|rhondda cynon taf|aberdeenshire|angus|argyll|argyll and bute|ayrshire|banffshire|berwickshire|borders|scottish borders|caithness|central|clackmannanshire|dumfries and galloway|dumfriesshire|dunbartonshire|east ayrshire|east dunbartonshire|east lothian|east renfrewshire|fife|grampian|highland|inverness shire|inverness-shire|inverclyde|kincardineshire|kinross shire|kirkcudbrightshire|lanarkshire|lothian|midlothian|moray|morayshire|nairnshire|north ayrshire|north lanarkshire|orkney|peeblesshire|perthshire|perth and kinross|renfrewshire|ross shire|ross and cromarty|roxburghshire|selkirkshire|shetland|south ayrshire|south lanarkshire|stirlingshire|strathclyde|sutherland|tayside|west dunbartonshire|west lothian|wigtownshire|western isles|city of edinburgh|glasgow city|city of glasgow|aberdeen city|dundee city|city of london|antrim|county antrim|co antrim|armagh|county armagh|co armagh|down|county down|co down|fermanagh|county fermanagh|co fermanagh|londonderry|county londonderry|co londonderry|tyrone|county tyrone|co tyrone|city of bristol|isle of man|jersey|guernsey|caerphilly|blaenau gwent|torfaen|bridgend|middx|yorks|warks|derbys|east riding|north somerset|isles of scilly|merioneth|county derry|co derry|highlands'.split(
    '|',
  ),
)
/** Spellings that are not listed: a name that ends in -shire is that of a county. */
const shire = /^(?:(?:north|south|east|west|mid) ){0,2}\p{L}+[ -]?shire$/iu

export const isCounty = (text: string): boolean =>
  [text, withoutAbbreviations(text)].some(
    (name) =>
      counties.has(normaliseLabel(name)) || counties.has(name.toLowerCase()) || shire.test(name.trim()),
  )

const wordByAbbreviation: Record<string, string> = {
  n: 'North',
  s: 'South',
  e: 'East',
  w: 'West',
  gtr: 'Greater',
}

/** Writes out the first word of `W. Yorkshire` or `Gtr Manchester`. */
const withoutAbbreviations = (text: string): string =>
  text.replace(/^(n|s|e|w|gtr)\.? ?(?=\p{L}{4})/iu, (lead, word: string) =>
    /[. ]$/.test(lead) ? `${wordByAbbreviation[word.toLowerCase()]} ` : lead,
  )

export const isCountry = (text: string): boolean =>
  /^(cymru|alba|uk|united kingdom|channel islands|great britain|england|scotland|wales|northern ireland|ireland|france|germany|spain|portugal|italy|poland|romania|netherlands|belgium)$/.test(
    normaliseLabel(text),
  )
