import { isRecord } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { type Finding, errorFinding, warningFinding } from '@datacortex/errors'
import type { LogEntries, LogList } from './log-entries.ts'
import { readLogEntry } from './read-log-entry.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { salvageItems } from './salvage-items.ts'

export type LogPart = LogEntries & { readonly findings: readonly Finding[] }

/** Reads a part of the log; of a damaged one everything that can still be told apart. */
export function parseLogPart(text: string, file: string): LogPart {
  const plain = readPlainYaml(text)
  if (plain !== undefined) return readLists(plain, file)
  const { document, problems } = parseYaml(text, { merge: true })
  const [problem] = problems
  if (problem === undefined) {
    const value: unknown = document.toJS()
    if (isRecord(value)) return readLists(value, file)
    if (value === null || value === undefined) return readLists({}, file)
  }
  const salvaged = salvageItems(text)
  const part = readLists(salvaged.lists, file)
  const reason =
    problem === undefined ? 'it has no keys at its top' : `line ${problem.line}, ${problem.message.toLowerCase()}`
  return { ...part, findings: [damaged({ file, reason, ...salvaged }), ...part.findings] }
}

function readLists(value: Readonly<Record<string, unknown>>, file: string): LogPart {
  const findings: Finding[] = []
  const read = <List extends LogList>(list: List): LogEntries[List][number][] => {
    const items = value[list] ?? []
    if (!Array.isArray(items)) {
      findings.push(badEntry(file, { place: list, problem: 'it is no list' }))
      return []
    }
    const entries: LogEntries[List][number][] = []
    for (const [index, item] of items.entries()) {
      const entry = readLogEntry(list, item)
      if (typeof entry !== 'string') entries.push(entry)
      else if (findings.length < mostFindings)
        findings.push(badEntry(file, { place: `${list}[${index}]`, problem: entry }))
    }
    return entries
  }
  return {
    executions: read('executions'),
    evaluations: read('evaluations'),
    feedback: read('feedback'),
    reasoning_paths: read('reasoning_paths'),
    session_memories: read('session_memories'),
    findings,
  }
}

const mostFindings = 20

function badEntry(file: string, { place, problem }: { place: string; problem: string }): Finding {
  return warningFinding('EXECUTION_LOG_ENTRY', `${file}: ${place}`, {
    message: `${place} of the execution log was passed over: ${problem}.`,
    hint: 'Correct or delete it; nothing else is affected.',
  })
}

export function isDamaged({ findings }: LogPart): boolean {
  return findings.some(({ code }) => code === damagedCode)
}

const damagedCode = 'EXECUTION_LOG_DAMAGED'

function damaged({ file, reason, kept, lost }: { file: string; reason: string; kept: number; lost: number }): Finding {
  const rest = lost === 0 ? '' : `; ${lost === 1 ? 'one entry' : `${lost} entries`} could not be read`
  return errorFinding(damagedCode, file, {
    message: `The execution log ${file} is no valid YAML: ${reason}. ${kept === 1 ? 'One entry was' : `${kept} entries were`} read from it all the same${rest}.`,
    hint: 'Mend the file by hand, or leave it as it is: it is never overwritten, and new entries go into another file.',
  })
}
