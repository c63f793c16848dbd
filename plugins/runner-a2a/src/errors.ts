import { errorsOf, withoutUndefined } from '@datacortex/errors'

type A2aRefused = {
  readonly url: string
  readonly reason: string
  readonly status?: number | undefined
  readonly transient?: boolean | undefined
  readonly retryAfterMs?: number | undefined
}

export const remoteError = errorsOf({
  RUNNER_A2A_UNREACHABLE: {
    message: ({ url, reason, hasAnswered }: { url: string; reason: string; hasAnswered: boolean }) =>
      `${url} ${hasAnswered ? 'broke off in the middle of its answer' : "can't be reached"}: ${reason}.`,
    hint: 'Check that the agent is served and that `url` of this runner in .datacore/settings.yaml is right.',
    details: ({ url }) => ({ url, transient: true }),
  },
  RUNNER_A2A_CARD_INVALID: {
    message: ({ url, reason }: { url: string; reason: string }) => `The agent card at ${url} can't be used: ${reason}.`,
    hint: 'The card must be A2A 1.0 or 0.3 with an interface JSONRPC or HTTP+JSON; open its address to see it.',
    details: ({ url }) => ({ url, transient: false }),
  },
  RUNNER_A2A_REFUSED: {
    message: ({ url, reason }: A2aRefused) => `${url} refused: ${reason}.`,
    hint: ({ status }) =>
      status === 401 || status === 403
        ? 'Name the secret that holds its token as `api_key` of this runner.'
        : 'See what the remote agent itself says in its log.',
    details: ({ url, status, transient, retryAfterMs }) => withoutUndefined({ url, status, transient, retryAfterMs }),
  },
  RUNNER_A2A_TASK_FAILED: {
    message: ({ url, state, reason }: { url: string; state: 'failed' | 'rejected' | 'cancelled'; reason: string }) =>
      `The remote agent at ${url} ${state} the task: ${reason}`,
    hint: 'Ask in other words, or see what the remote agent says about itself in its card.',
    // Why an agent failed can be of either kind; that it does not want to, or was stopped, is final.
    details: ({ url, state }) => ({ url, state, ...(state === 'failed' ? {} : { transient: false }) }),
  },
  RUNNER_A2A_ANSWER_INVALID: {
    message: ({ url, reason }: { url: string; reason: string }) => `The answer of ${url} can't be used: ${reason}.`,
    hint: 'If the answer is wanted at that size, raise `max_output_bytes` of this runner. If it is none, look at the log of the remote agent.',
    details: ({ url }) => ({ url, transient: false }),
  },
  RUNNER_A2A_KEY_MISSING: {
    message: ({ name }: { name: string }) => `The secret ${name} is neither in .datacore/env nor in the environment.`,
    hint: ({ name }) => `Write the token to .datacore/env/${name}, readable by you alone.`,
    details: ({ name }) => ({ name, transient: false }),
  },
})
