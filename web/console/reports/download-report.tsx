import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Problem } from '../query-state.tsx'
import { saveFile } from '../save-file.ts'
import { useUserId } from '../users/user-frame.tsx'

/** Creates the report from the data as it is now, and saves it as a PDF or as signed data. */
export function DownloadReport() {
  const user_id = useUserId()
  const pdf = useMutation({
    mutationFn: () => api.reports.getFile(user_id),
    onSuccess: (file) => saveFile(file, `income-report-${user_id}.pdf`),
  })
  const data = useMutation({
    mutationFn: () => api.reports.get(user_id),
    onSuccess: ({ report, jws }) => saveFile(new Blob([jws]), `income-report-${report.report_id}.jws`),
  })
  const error = pdf.error ?? data.error
  return (
    <section className="panel stack" aria-label="Income report">
      <h2>Income report</h2>
      <p>
        The report shows the findings first, then the income summary and where every figure comes from. It is
        signed: anyone can <a href="/verify-report">check that it was not changed</a>, without an account.
      </p>
      <div className="actions">
        <Button onClick={() => pdf.mutate()} busy={pdf.isPending}>
          Download PDF
        </Button>
        <Button kind="secondary" onClick={() => data.mutate()} busy={data.isPending}>
          Download signed data
        </Button>
      </div>
      {error && <Problem error={error} />}
    </section>
  )
}
