// Default terms for clients without terms of their own. A changed text is a new version: a migration inserts it for
// existing clients and never updates an accepted text.
const opening = `I agree that Payproof, acting for the organisation that sent me here, connects to the source I choose (my payroll provider, the tax authority, or documents I upload) and reads my income and employment data: who employs me, what I am paid, what is deducted, and the personal details printed beside it.`

const closing = `The data is used only to check my income for that organisation. Passwords I enter are used once and are not kept. I can withdraw this agreement at any time, see what was shared, and ask for it to be deleted.`

// A native speaker of Welsh should check these before the first production release, as texts/cy.ts.
const welshOpening = `Rwy’n cytuno y caiff Payproof, ar ran y sefydliad a’m hanfonodd yma, gysylltu â’r ffynhonnell a ddewisaf (fy narparwr cyflogres, yr awdurdod treth, neu ddogfennau rwy’n eu lanlwytho) a darllen fy nata incwm a chyflogaeth: pwy sy’n fy nghyflogi, beth rwy’n cael fy nhalu, beth sy’n cael ei ddidynnu, a’r manylion personol sydd wedi’u hargraffu wrth ei ymyl.`

const welshClosing = `Defnyddir y data i wirio fy incwm ar gyfer y sefydliad hwnnw yn unig. Defnyddir y cyfrineiriau rwy’n eu rhoi unwaith yn unig ac ni chânt eu cadw. Gallaf dynnu’r cytundeb hwn yn ôl ar unrhyw adeg, gweld beth a rannwyd, a gofyn iddo gael ei ddileu.`

export const systemTerms = [
  {
    name: 'Share my income once',
    authorisation_category: 'one_time',
    authorisation_text: `${opening}\n\nThis agreement is for one time: it ends 24 hours after I accept it.\n\n${closing}`,
    translations: [
      {
        language: 'cy',
        name: 'Rhannu fy incwm unwaith',
        authorisation_text: `${welshOpening}\n\nAm un tro y mae’r cytundeb hwn: daw i ben 24 awr ar ôl i mi ei dderbyn.\n\n${welshClosing}`,
      },
    ],
  },
  {
    name: 'Keep sharing my income',
    authorisation_category: 'recurring',
    authorisation_text: `${opening}\n\nThis agreement lasts until I withdraw it: new payslips may be read again at regular times without asking me each time.\n\n${closing}`,
    translations: [
      {
        language: 'cy',
        name: 'Dal ati i rannu fy incwm',
        authorisation_text: `${welshOpening}\n\nMae’r cytundeb hwn yn para nes i mi ei dynnu’n ôl: gellir darllen slipiau cyflog newydd eto ar adegau rheolaidd heb ofyn i mi bob tro.\n\n${welshClosing}`,
      },
    ],
  },
] as const
