import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states.tsx'

/** Instructions for a team without any registered user. */
export const FirstSteps = () => (
  <Empty title="No users yet">
    <p>To get started:</p>
    <ol className="first-steps">
      <li>
        <Link to="/configuration">Add your name and colour</Link>, and choose what people can share.
      </li>
      <li>
        <Link to="/users">Register a user</Link>, and send them a link to the journey.
      </li>
      <li>
        <Link to="/webhooks">Add a webhook</Link>, so that your systems are notified when data arrives.
      </li>
    </ol>
  </Empty>
)
