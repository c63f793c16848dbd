import { type Finding, CodedError, codedError, infoFinding, warningFinding } from '@datacortex/errors'
import { logMemory, mindOf } from '@datacortex/cognition'
import { placeMemory } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import type { LoggedMemory } from '../../log/log-entries.ts'
import { extractLearnings } from './extract-learnings.ts'
import { cutLine } from '../answer/cut-line.ts'
import { isBinary, readableText } from '../answer/readable-answer.ts'
import { withinBytes } from '../answer/within-bytes.ts'

export type RememberRunOptions = {
  readonly id: string
  readonly agentId: string
  readonly task: string
  readonly result: RunnerResult
  readonly prompt: string
  readonly outputs: readonly string[]
  readonly tags: readonly string[]
  readonly now: Date
  /** The index and its model, so that the memory is found at once. */
  readonly memory: Partial<Parameters<typeof placeMemory>[1]>
}

export async function rememberRun(
  paths: SpacePaths,
  options: RememberRunOptions,
): Promise<{ readonly logged?: LoggedMemory | undefined; readonly findings: readonly Finding[] }> {
  const { id, agentId, result, prompt, tags, now } = options
  // The run itself tells of it.
  if (isBinary(result.text)) return { findings: [] }
  const task = readableText(options.task)
  // The log has them all.
  const outputs = options.outputs.filter((path) => path.length <= 2000).slice(0, mostOutputs)
  const said = extractLearnings(readableText(result.text), { task })
  const stated = (result.insights ?? []).map((insight) => readableText(insight).trim().slice(0, 2000))
  const found = [...new Set([...stated, ...said.insights])].filter((insight) => !isRecalled(insight, prompt))
  const insights = withinBytes(found, mostInsightBytes)
  const summary = isRecalled(said.summary, prompt) ? '' : said.summary
  if (summary === '' && insights.length === 0) return { findings: [nothingNew(id)] }
  // What was asked is found by the next one who asks.
  const text = `${summary === '' ? cutLine(insights.join(' '), 2000) : summary}\n\nAsked: ${cutLine(task, 200)}`
  try {
    const facts = { executions: [id], insights, tags, outputs }
    const { collection, ...model } = options.memory
    const { id: known, memory, findings: moved } = await logMemory(await mindOf(paths, agentId), { text, facts, now })
    const shared = memory?.visibility === 'private' ? undefined : memory
    const { index_problem: problem } =
      collection === undefined ? {} : await placeMemory(shared, { ...model, collection })
    const logged: LoggedMemory = {
      id: known,
      source_execution: id,
      agent_id: agentId,
      timestamp: now.toISOString(),
      summary: text,
      insights,
      tags,
      outputs,
    }
    return {
      logged,
      findings: [
        ...(insights.length < found.length ? [tooMany(id, found.length - insights.length)] : []),
        ...(problem === undefined ? [] : [notIndexed(known, problem)]),
        ...moved,
      ],
    }
  } catch (error) {
    return { findings: [notRemembered(id, codedError(error))] }
  }
}

// What a run says belongs into files; its memory is for what the next one should know.
const mostInsightBytes = 100_000
const mostOutputs = 1000

function tooMany(id: string, left: number): Finding {
  return warningFinding('EXECUTION_RECORD_CUT', id, {
    message: `The last ${left} insights of ${id} were not remembered: they are too long together.`,
    hint: 'Let the agent state fewer, or write them into a note.',
  })
}

function nothingNew(id: string): Finding {
  return infoFinding('EXECUTION_NOTHING_NEW', id, {
    message: `Nothing of the answer of ${id} was remembered: it says nothing beyond what the agent was given.`,
  })
}

function notIndexed(id: string, problem: string): Finding {
  return warningFinding('EXECUTION_MEMORY_NOT_INDEXED', id, {
    message: `The memory ${id} is safe but not yet found by searches: ${problem}`,
    hint: 'datacortex index',
  })
}

function notRemembered(id: string, error: CodedError): Finding {
  return warningFinding('EXECUTION_NOT_REMEMBERED', id, {
    message: `What ${id} found out was not remembered: ${error.message}`,
    hint: error.hint,
  })
}

/** Whether a text only repeats what was given: remembering it would let a memory confirm itself. */
export function isRecalled(text: string, given: string): boolean {
  const words = normalised(text.replace(/ …$/, ''))
  return words === '' || normalised(given).includes(words)
}

/** Neither marks nor white space make a difference. */
function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
