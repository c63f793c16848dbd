import { type Finding, CodedError, attempt, codedError, errorFinding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, relativeParts } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import { type SpaceChanges, seenOutputs } from '../../checks/space-changes.ts'
import type { ExecutionOutput } from '../../log/execution-record.ts'
import { binaryAnswer, isBinary } from './readable-answer.ts'
import { storeAnswer } from './store-answer.ts'
import { mostListBytes, withinBytes } from './within-bytes.ts'

export const answerNotKept = 'EXECUTION_ANSWER_NOT_KEPT'

/** Keeps the answer of a run, and lists what else it wrote. */
export async function keepOutputs(
  paths: SpacePaths,
  {
    id,
    text,
    result,
    changes = { files: [] },
  }: {
    id: string
    text: string
    result: RunnerResult | undefined
    changes: Pick<SpaceChanges, 'files' | 'unkept'> | undefined
  },
) {
  const findings: Finding[] = []
  const named = result?.outputs ?? []
  const listed = withinBytes(named, mostListBytes)
  if (listed.length < named.length) findings.push(outputsCut(id, named.length - listed.length))
  const outputs: ExecutionOutput[] = []
  for (const { path, type = 'file' } of listed) {
    const parts = attempt(() => relativeParts(path), codedError)
    if (!CodedError.is(parts)) outputs.push({ path: parts.join('/'), type })
    else {
      const message = `An output that the runner named is left out. ${parts.message}`
      findings.push(warningFinding('EXECUTION_OUTPUT_REFUSED', id, { message }))
    }
  }
  const declared = new Set(outputs.map(({ path }) => path))
  const changed = seenOutputs(changes).filter(({ path }) => !declared.has(path))
  const seen = withinBytes(changed, mostListBytes)
  const { unkept: [lasting, ...others] = [] } = changes
  if (lasting !== undefined) findings.push(changesLast(id, lasting, others.length))
  if (seen.length < changed.length) findings.push(changesCut(id, changed.length - seen.length))
  const isWhole = result !== undefined && result.status !== 'partial'
  const unkept: Finding[] = []
  if (text.trim() !== '') {
    const answer = await storeAnswer(paths, { id, text, isWhole }).catch(codedError)
    if (!CodedError.is(answer)) outputs.push(answer)
    else
      unkept.push(
        errorFinding(answerNotKept, id, {
          message: `The answer of ${id} was not kept: ${answer.message}`,
          hint: 'It stands in the answer of this run and nowhere else: copy it from there.',
        }),
      )
  } else if (result !== undefined && outputs.length + seen.length === 0) findings.push(emptyAnswer(id))
  if (result !== undefined && isBinary(text)) findings.push(binaryAnswer(id))
  return { outputs, seen, isKept: unkept.length === 0, findings: [...findings, ...unkept] }
}

export type KeptOutputs = Awaited<ReturnType<typeof keepOutputs>>

function outputsCut(id: string, left: number): Finding {
  return warningFinding('EXECUTION_RECORD_CUT', id, {
    message: `The last ${left} outputs that ${id} named are neither checked nor logged: they are too many.`,
    hint: 'Let the agent name the folder, or one file that lists them.',
  })
}

function changesCut(id: string, left: number): Finding {
  return warningFinding('EXECUTION_RECORD_CUT', id, {
    message: `The last ${left} files that changed during ${id} are not in its entry: they are too many.`,
  })
}

function changesLast(id: string, path: string, others: number): Finding {
  return warningFinding('EXECUTION_CHANGE_LASTS', id, {
    message: `\`undo\` can't take back what ${id} did to ${path}${others === 0 ? '' : ` and ${others} more`}.`,
    hint: 'Up to 16 MB are kept before an agent runs, first of what its `writes` name; older versions may be in git.',
  })
}

function emptyAnswer(id: string): Finding {
  return warningFinding('EXECUTION_ANSWER_EMPTY', id, {
    message: `The answer of ${id} is empty, and no file was written.`,
    hint: 'Run it again, or try the runner by hand.',
  })
}
