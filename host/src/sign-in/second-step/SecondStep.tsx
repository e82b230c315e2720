import './second-step.css'
import type { SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { AnswerForm } from './AnswerForm.tsx'
import { SetUpForm } from './SetUpForm.tsx'

interface Props {
  question: SecondFactorQuestion
  onEntered: (signedIn: SignedIn) => void
  /** Back to account and password. */
  onCancel: () => void
}

/** What follows a right password: the answer of the second factor, or its set-up where the console demands one. */
export default function SecondStep({ question, onEntered, onCancel }: Props) {
  const Form = question.needsSetUp ? SetUpForm : AnswerForm
  return <Form question={question} onEntered={onEntered} onCancel={onCancel} />
}
