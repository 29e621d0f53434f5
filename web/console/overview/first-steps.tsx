import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states.tsx'

/** Instructions for a team without any registered user. */
export const FirstSteps = () => (
  <Empty title="Nobody is registered yet">
    <p>Three steps, and there is something to see here:</p>
    <ol className="first-steps">
      <li>
        <Link to="/configuration">Give the journey your name and colour</Link>, and choose what people may
        share.
      </li>
      <li>
        <Link to="/users">Register a first user</Link>, and send them the link of their journey.
      </li>
      <li>
        <Link to="/webhooks">Add a webhook</Link>, so that your programs are notified when data arrives.
      </li>
    </ol>
  </Empty>
)
