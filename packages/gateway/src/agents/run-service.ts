import { CodedError } from '@datacortex/errors'
import type { ProgressEvent } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/space'
import type { Client } from '../http/clients.ts'
import type { AgentService, TaskOutcome } from './agent-service.ts'
import { askedBack, saidDirectly } from './answer-marks.ts'
import { type Ended, answerParts } from './answer-parts.ts'
import { type FileSource, withFiles } from './given-files.ts'
import { logFindings } from './log-findings.ts'
import { shownMessage } from './shown-message.ts'

export type RunHost = Pick<Client, 'space' | 'log'> & {
  readonly files: FileSource & { readonly inlineBytes: number }
  /** Base address, with a slash at its end. */
  readonly base: string
  readonly runner?: string | undefined
}

/** The service that lets an agent of the registry do what it is asked, as `datacortex run` would. */
export function runService({ id, entry }: RegisteredAgent, host: RunHost): AgentService {
  return {
    takesFiles: true,
    execute: async ({ text, files, taskId, skill, accepted = [] }, { signal, onOutput }) => {
      let fresh = true
      let hasBegun = false
      const onProgress = ({ stage, subject = '' }: ProgressEvent): void => {
        if (stage === 'run') hasBegun = fresh = true
        if (stage !== 'answer') return
        onOutput(subject, { fresh })
        fresh = false
      }
      try {
        const { space, runner } = host
        const known = entry.skills.some((one) => one.id === skill) ? skill : undefined
        const run = await withFiles({ text, files }, { ...host.files, signal }, async (task) => {
          const asked = { agent: id, task, task_id: `a2a:${taskId}`, skill: known, runner }
          return await space.run(asked, { signal, onProgress })
        })
        if (!('execution_id' in run)) throw new Error('A task was only planned.')
        return await outcomeOf(run, { host, taskId, accepted, url: `${host.base}agents/${id}/a2a/files/${taskId}` })
      } catch (error) {
        if (signal.aborted || !CodedError.is(error)) throw error
        const { code } = error
        const message = tell(error, { host, facts: { task: taskId, agent: id } })
        // Such as a disk that is full: the agent may have done its work, and nobody should send it out again for that.
        if (hasBegun) return { state: 'TASK_STATE_FAILED', parts: [], message, metadata: { code } }
        const about = `${entry.name}: ${entry.description}`.trim()
        return {
          state: 'TASK_STATE_REJECTED',
          parts: [],
          message: `${message} Nothing was run.\n\n${about}`,
          metadata: { code },
        }
      }
    },
  }
}

function tell(
  error: Pick<CodedError, 'code' | 'message'>,
  { host, facts, instead }: { host: RunHost; facts: Readonly<Record<string, unknown>>; instead?: string | undefined },
): string {
  const { message, isWithheld } = shownMessage(error, { root: host.space.paths.root, instead })
  if (isWithheld) host.log.error({ ...facts, code: error.code, err: error.message }, 'a task went wrong')
  return message
}

async function outcomeOf(
  run: Ended,
  { host, taskId, accepted, url }: { host: RunHost; taskId: string; accepted: readonly string[]; url: string },
): Promise<TaskOutcome> {
  const { status, text, error, execution_id: execution, runner, duration_ms: durationMs, outputs } = run
  const done = status === 'success' || status === 'partial'
  const instead = 'The agent failed; the log of the server says why.'
  const facts = { task: taskId, agent: run.agent, execution }
  // The caller has the answer; that this space has not kept it is for its keeper to mend.
  const unkept = run.kept ? [] : run.findings.filter(({ code }) => unkeptCodes.has(code))
  for (const { code, message } of unkept) host.log.error({ ...facts, code, err: message }, 'a run was not kept whole')
  logFindings(
    run.findings.filter((finding) => !unkept.includes(finding)),
    { log: host.log, facts },
  )
  const asked = done ? askedBack(text) : undefined
  const message = done && asked === undefined ? saidDirectly(text) : undefined
  const { parts, served, withheld } = await answerParts(asked?.before ?? message ?? text, run, {
    root: host.space.paths.root,
    inlineBytes: host.files.inlineBytes,
    accepted,
    urlOf: (place) => `${url}/${place}`,
  })
  return {
    state: asked?.state ?? (done ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_FAILED'),
    parts,
    served,
    isMessage: message !== undefined,
    message: error === undefined ? asked?.question : tell(error, { host, facts, instead }),
    metadata: {
      execution_id: execution,
      status,
      runner,
      duration_ms: durationMs,
      outputs: outputs.map(({ path }) => path),
      withheld: withheld.length === 0 ? undefined : withheld,
      code: (error ?? unkept[0])?.code,
    },
  }
}

/** What of a run could not be kept: its answer, or its entry in the log. */
const unkeptCodes: ReadonlySet<string> = new Set(['EXECUTION_ANSWER_NOT_KEPT', 'EXECUTION_NOT_LOGGED'])
