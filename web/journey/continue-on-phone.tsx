import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { inFrame } from './session/boot.ts'
import { readLink } from './session/session.ts'
import { useTexts } from './texts/index.ts'

const QrCode = lazy(async () => ({ default: (await import('../ui/qr-code.tsx')).QrCode }))

/** Offers the person's link as a QR code, on devices with a mouse. In a frame, the client's page decides. */
export function ContinueOnPhone() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const link = readLink()
  if (!link || inFrame || !matchMedia('(hover: hover) and (pointer: fine)').matches) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t.phone.offer}
      </Button>
      {isOpen && (
        <Dialog
          title={t.phone.title}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{t.phone.close}</Button>}
        >
          <p>{t.phone.text}</p>
          <Suspense>
            <QrCode text={link} label={t.phone.label} />
          </Suspense>
          <p className="quiet small">{t.phone.private}</p>
        </Dialog>
      )}
    </>
  )
}
