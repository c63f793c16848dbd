import { type Finding, warningFinding } from '@datacortex/errors'
import type { SecretValues } from '../../context/secret-values.ts'

type ConcealedTask = { readonly task: string; readonly findings: readonly Finding[] }

/** The task without the secrets of the space, for log, memory and hooks; the agent gets it as it was written. */
export function concealedTask(task: string, { id, secrets }: { id: string; secrets: Pick<SecretValues, 'conceal'> }) {
  const { text, concealed } = secrets.conceal(task)
  if (concealed.length === 0) return { task, findings: [] }
  return {
    task: text,
    findings: [
      warningFinding('EXECUTION_SECRET_CONCEALED', id, {
        message: `The task of ${id} holds a secret, which is neither logged nor remembered: ${concealed.join(', ')}. The runner got it as it was written.`,
        hint: 'Name the secret in a task, not its value; if the runner is a service of others, consider a new one.',
      }),
    ],
  }
}
