import type { Parts } from './parts.ts'
import { openMailTransport, sendMail } from './platform/mail/mailer.ts'
import type { Runnable } from './platform/tasks/task.ts'

/** Every kind of task with its tools. A new kind adds one line. */
export function openTasks({ config, metrics }: Parts): { tasks: Runnable[]; close(): void } {
  const transport = openMailTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  return {
    tasks: [sendMail.with({ transport, metrics })],
    close: () => transport.close(),
  }
}
