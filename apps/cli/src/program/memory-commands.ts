import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/memory.ts')

export function addMemoryCommands(program: Command, run: Run): void {
  const memory = group(program, 'memory', 'list --since 7d')
  memory.description('list, read, confirm, correct, pin, move and take back what was remembered')

  leaf(memory, 'list', '--agent note-gardener')
    .description('list memories that hold, the newest first')
    .option('--agent <id>', 'only of this agent')
    .option('--type <type>', 'such as session-memory')
    .option('--since <date>', 'only since then: 2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m')
    .option('--all', 'also those that were superseded or retracted')
    .option('--limit <n>', 'how many at the most', wholeNumber, 20)
    .action((o) => run(o, commands(), (m, c) => m.memoryList(c, o)))

  leaf(memory, 'show', 'mem-2026-01-31-001')
    .argument('<memory>', 'id of a memory')
    .description('show one memory: its text, where it comes from, whether it holds')
    .action((id, o) => run(o, commands(), (m, c) => m.memoryShow(c, { id })))

  writing(memory, 'confirm', 'mem-2026-01-31-001')
    .argument('<memory>', 'id of a memory')
    .description('say that you checked a memory, and that it holds')
    .action((id, o) => run(o, commands(), (m, c) => m.memoryConfirm(c, { ...o, id })))

  writing(memory, 'update', 'mem-2026-01-31-001 "The pier closes at nine."')
    .argument('<memory>', 'id of a memory')
    .argument('<text...>', 'what it says from now on')
    .description('write the text of a memory anew')
    .action((id, text, o) => run(o, commands(), (m, c) => m.memoryUpdate(c, { ...o, id, text: text.join(' ') })))

  writing(memory, 'pin', 'mem-2026-01-31-001')
    .argument('<memory>', 'id of a memory')
    .description('put the topic of a memory into every context of its agent')
    .option('--off', 'take it out of them again')
    .action((id, o) => run(o, commands(), (m, c) => m.memoryPin(c, { ...o, id })))

  writing(memory, 'move', 'mem-2026-01-31-001 tides')
    .argument('<memory>', 'id of a memory')
    .argument('<topic...>', 'the topic whose file it goes to')
    .description('move a memory to another topic of the same agent')
    .action((id, topic, o) => run(o, commands(), (m, c) => m.memoryMove(c, { ...o, id, topic: topic.join(' ') })))

  writing(memory, 'retract', 'mem-2026-01-31-001 --reason "it was a test"')
    .argument('<memory>', 'id of a memory')
    .description('take a memory back that should not have been remembered')
    .option('--reason <text>', 'why')
    .action((id, o) => run(o, commands(), (m, c) => m.memoryRetract(c, { ...o, id })))
}
