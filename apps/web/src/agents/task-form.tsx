import type { ReactNode } from 'react'
import { agentsTexts } from '../texts/agents.ts'
import { Button } from '../frame/pieces.tsx'
import { Form } from '../frame/form.tsx'

type TaskFormProps = {
  readonly name: string
  readonly submit: string
  readonly onTask: (task: string) => void
  readonly isBusy?: boolean
}

export function TaskForm({ name, submit, onTask, isBusy = false }: TaskFormProps): ReactNode {
  return (
    <Form onSend={(fieldOf) => fieldOf('task').trim() !== '' && onTask(fieldOf('task'))}>
      <textarea name="task" aria-label={name} placeholder={agentsTexts.task} rows={2} required dir="auto" />
      <Button text={submit} type="submit" disabled={isBusy} />
    </Form>
  )
}
