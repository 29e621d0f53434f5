/** Position of the logo in the HTML of a mail. Mail programs ignore the comment if there is no logo. */
export const logoPlace = '<!-- logo -->'

const contentId = 'logo@payproof'
const logoHeightPx = 40
/** Mail programs show these types everywhere. WebP and SVG are left out. */
const shownTypes = new Set(['image/png', 'image/jpeg'])
/** A larger logo is left out, because the mail is sent to thousands of people. */
const maxLogoBytes = 100_000

export type FindLogo = (url: string) => Promise<{ type: string; bytes: Buffer } | undefined>

type Attachment = { cid: string; content: Buffer; contentType: string; filename: string }
type WithLogo = { html?: string; logo?: string }

/**
 * Puts the sender's logo into the mail as an attachment. A picture at an address would tell its host when the mail is
 * opened.
 */
export async function embedLogo<Content extends WithLogo>(
  { logo, ...mail }: Content,
  findLogo: FindLogo,
): Promise<Omit<Content, 'logo'> & { attachments?: Attachment[] }> {
  const found =
    logo && mail.html?.includes(logoPlace) ? await findLogo(logo).catch(() => undefined) : undefined
  if (!found || !shownTypes.has(found.type) || found.bytes.length > maxLogoBytes) return mail
  const { type, bytes } = found
  const picture = `<img src="cid:${contentId}" alt="" height="${logoHeightPx}" style="display:block;margin:0 0 8px">`
  return {
    ...mail,
    html: mail.html?.replace(logoPlace, picture) ?? '',
    attachments: [
      { cid: contentId, content: bytes, contentType: type, filename: `logo.${type.split('/')[1]}` },
    ],
  }
}
