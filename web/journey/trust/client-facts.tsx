import type { ReactNode } from 'react'
import { useJourney } from '../journey.ts'
import { useTexts } from '../texts/index.ts'

/** The client's privacy notice and contact, as far as it has configured them. */
export function Contact() {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const { privacy_notice_url, contact_email, contact_phone } = client
  const values = { client: client.name }
  const phone = contact_phone?.replaceAll(' ', '')
  return (
    <section className="stack-close">
      <h2>{t.trust.questions}</h2>
      {!privacy_notice_url && !contact_email && !phone && <p>{say(t.trust.ask, values)}</p>}
      <ul className="plain-list">
        {privacy_notice_url && (
          <li>
            <OutsideLink href={privacy_notice_url}>{say(t.trust.privacy, values)}</OutsideLink>
          </li>
        )}
        {contact_email && (
          <li>
            <a className="tall" href={`mailto:${contact_email}`}>
              {say(t.trust.email, { email: contact_email })}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a className="tall" href={`tel:${phone}`}>
              {say(t.trust.phone, { phone: contact_phone ?? phone })}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

const fcaRegister = 'https://register.fca.org.uk/s/search?type=Companies&q='
const icoRegister = 'https://ico.org.uk/ESDWebPages/Entry/'

/** The client's entries in public registers, so that a person can check who it is. */
export function Registers() {
  const { t, say } = useTexts()
  const { fca_number, ico_number } = useJourney().client
  if (!fca_number && !ico_number) return null
  return (
    <ul className="plain-list">
      {fca_number && (
        <li>
          <OutsideLink href={fcaRegister + fca_number}>
            {say(t.trust.fca, { number: fca_number })}
          </OutsideLink>
        </li>
      )}
      {ico_number && (
        <li>
          <OutsideLink href={icoRegister + ico_number}>
            {say(t.trust.ico, { number: ico_number })}
          </OutsideLink>
        </li>
      )}
    </ul>
  )
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <a className="tall" href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> ({t.common.newWindow})</span>
    </a>
  )
}
