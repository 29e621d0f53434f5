import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'

export type Secrets = { signing_secret?: string; encryption_key?: string }

/** Generates 32 random bytes in the browser and encodes them as Base64. */
export function makeSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
}

/** Shows secrets that are displayed only once: if they are not stored now, they must be rotated. */
export const ShownOnce = ({ signing_secret, encryption_key }: Secrets) => (
  <>
    <Notice tone="warn">We only show this once. Store it with your receiver’s other secrets.</Notice>
    {signing_secret && <Secret name="Signing secret" what="the signing secret" text={signing_secret} />}
    {encryption_key && <Secret name="Encryption key" what="the encryption key" text={encryption_key} />}
  </>
)

const Secret = ({ name, what, text }: { name: string; what: string; text: string }) => (
  <div className="stack">
    <p className="small quiet">{name}</p>
    <div className="secret">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  </div>
)
