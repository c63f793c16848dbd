import { count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { agentCount } from '../output/agent-count.ts'
import { findingLines } from '../output/finding-lines.ts'

/** `datacortex doctor`: everything about the space that a person may want to mend. Exit status 1 on an error. */
export const doctor = commandOf('doctor', (data) => {
  const { ok, findings, modules, index, counts } = data
  const facts = [
    counts === undefined ? count(data.agents, 'agent') : agentCount(counts),
    count(modules, 'module'),
    // The notes have an index of their own.
    index === 'fresh' ? 'index fresh' : `find index ${index}`,
  ]
  return {
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${facts.join(' · ')}`],
    exitCode: ok ? 0 : 1,
  }
})
