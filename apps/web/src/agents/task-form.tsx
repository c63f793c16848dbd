import type { FormEvent, ReactNode } from 'react'
import { texts } from '../texts.ts'

export function TaskForm({
  name,
  submit,
  onTask,
  isBusy = false,
}: {
  readonly name: string
  readonly submit: string
  readonly onTask: (task: string) => void
  readonly isBusy?: boolean
}): ReactNode {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const task = new FormData(event.currentTarget).get('task')
    if (typeof task === 'string' && task.trim() !== '') onTask(task)
  }
  return (
    <form onSubmit={send}>
      <textarea name="task" aria-label={name} placeholder={texts.agents.task} rows={2} required dir="auto" />
      <button type="submit" disabled={isBusy}>
        {submit}
      </button>
    </form>
  )
}
