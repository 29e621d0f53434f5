import type { IncomeSummary } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { AdviceBadge, ResultBadge } from './rule-labels.tsx'
import './rules.css'

/** The client's rules, checked with the figures of one person. */
export function RulesPanel({ rules }: Pick<IncomeSummary, 'rules'>) {
  if (!rules) return null
  return (
    <section className="panel" aria-labelledby="rules">
      <h2 id="rules">Your rules</h2>
      <p className="rule-advice">
        <AdviceBadge advice={rules.advice} />
        <span className="quiet small">Advice only. Your team decides.</span>
      </p>
      <ul className="rule-results">
        {rules.results.map(({ rule, result, message }) => (
          <li key={rule.name}>
            <div className="rule-result">
              <strong>{rule.name}</strong>
              <ResultBadge result={result} />
            </div>
            <p className="quiet small">{message}</p>
          </li>
        ))}
      </ul>
      <p className="small">
        <Link to="/review-rules">See the rules</Link> (version {rules.version})
      </p>
    </section>
  )
}
