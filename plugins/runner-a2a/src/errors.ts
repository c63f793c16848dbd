import { CodedError } from '@datacortex/errors'

/** The remote agent can't be reached, or the connection broke. */
export class RemoteUnreachableError extends CodedError {
  constructor({
    url,
    reason,
    hasAnswered,
    cause,
  }: {
    url: string
    reason: string
    hasAnswered: boolean
    cause?: unknown
  }) {
    const what = hasAnswered ? 'broke off in the middle of its answer' : "can't be reached"
    super('RUNNER_A2A_UNREACHABLE', `${url} ${what}: ${reason}.`, {
      hint: 'Check that the agent is served and that `url` of this runner in .datacore/settings.yaml is right.',
      details: { url, transient: true },
      cause,
    })
  }
}

/** The card is missing, is none, or names no way that this program speaks. */
export class RemoteCardInvalidError extends CodedError {
  constructor({ url, reason, cause }: { url: string; reason: string; cause?: unknown }) {
    super('RUNNER_A2A_CARD_INVALID', `The agent card at ${url} can't be used: ${reason}.`, {
      hint: 'The card must be A2A 1.0 or 0.3 with an interface JSONRPC or HTTP+JSON; open its address to see it.',
      details: { url, transient: false },
      cause,
    })
  }
}

/** The remote agent's server said no. */
export class RemoteRefusedError extends CodedError {
  constructor({
    url,
    reason,
    status,
    transient,
    retryAfterMs,
  }: {
    url: string
    reason: string
    status?: number | undefined
    /** Left out, the words of the reason decide. */
    transient?: boolean | undefined
    retryAfterMs?: number | undefined
  }) {
    super('RUNNER_A2A_REFUSED', `${url} refused: ${reason}.`, {
      hint:
        status === 401 || status === 403
          ? 'Name the secret that holds its token as `api_key` of this runner.'
          : 'See what the remote agent itself says in its log.',
      details: {
        url,
        ...(status === undefined ? {} : { status }),
        ...(transient === undefined ? {} : { transient }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    })
  }
}

/** The remote agent took the task and did not finish it: failed, rejected or cancelled. */
export class RemoteTaskFailedError extends CodedError {
  constructor({ url, state, reason }: { url: string; state: 'failed' | 'rejected' | 'cancelled'; reason: string }) {
    super('RUNNER_A2A_TASK_FAILED', `The remote agent at ${url} ${state} the task: ${reason}`, {
      hint: 'Ask in other words, or see what the remote agent says about itself in its card.',
      // Why an agent failed can be of either kind; that it does not want to, or was stopped, is final.
      details: { url, state, ...(state === 'failed' ? {} : { transient: false }) },
    })
  }
}

/** The remote agent sent more than the limit, or something that is no answer. */
export class RemoteAnswerInvalidError extends CodedError {
  constructor({ url, reason }: { url: string; reason: string }) {
    super('RUNNER_A2A_ANSWER_INVALID', `The answer of ${url} can't be used: ${reason}.`, {
      hint: 'If the answer is wanted at that size, raise `max_output_bytes` of this runner. If it is none, look at the log of the remote agent.',
      details: { url, transient: false },
    })
  }
}

/** The token that the settings name is nowhere. */
export class RemoteKeyMissingError extends CodedError {
  constructor({ name }: { name: string }) {
    super('RUNNER_A2A_KEY_MISSING', `The secret ${name} is neither in .datacore/env nor in the environment.`, {
      hint: `Write the token to .datacore/env/${name}, readable by you alone.`,
      details: { name, transient: false },
    })
  }
}
