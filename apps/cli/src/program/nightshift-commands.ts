import { type Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { choice, listed, nightBudget, timeOfDay, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const kinds = ['systemd', 'launchd', 'windows', 'cron'] as const

/** `nightshift …`, `today`, `wrap-up`: the work that is done by morning. */
export function addNightshiftCommands(program: Command, run: Run): void {
  const night = group(program, 'nightshift', 'add "Explain spring tides in a page"')
  night.description('the work that agents do while nobody watches')
  const commands = async () => await import('../commands/nightshift.ts')

  writing(night, 'run', '--until 06:00 --budget usd=2,minutes=120')
    .description('do the approved tasks of the org files and the research that waits, and write a briefing')
    .option('--until <time>', 'the time of the day at which it is over, such as 06:00', timeOfDay)
    .option('--once', 'leave what becomes free or is added meanwhile to another night')
    .option('--budget <limits>', 'what the whole night may take: usd=2,tokens=100000,minutes=120', nightBudget)
    .option('--workers <number>', 'tasks at the same time', wholeNumber)
    .option('--yes', 'approve the tasks that wait for it')
    .option('--due', 'do nothing unless a night is due by nightshift.at of the settings')
    .action((o) => run(o, commands(), (m, c) => m.nightshiftRun(c, o)))

  leaf(night, 'status')
    .description('show what the last night did, what waits for the next one, and when that is')
    .action((o) => run(o, commands(), (m, c) => m.nightshiftStatus(c)))

  leaf(night, 'list')
    .description('list the tasks for agents, each with its state and why it waits')
    .option('--all', 'also those that ended')
    .action((o) => run(o, commands(), (m, c) => m.nightshiftList(c, o)))

  leaf(night, 'show', '0-personal/org/ai.org:12')
    .argument('<task>', 'its id, FILE:LINE or title')
    .description('show a task with its text, its runs and where it stands')
    .action((task, o) => run(o, commands(), (m, c) => m.nightshiftShow(c, { task })))

  writing(night, 'add', '"Explain spring tides in a page" --tags research --at 2026-12-01')
    .argument('<task...>', 'what is to be done')
    .description('write a task for agents into an org file; it is approved by that')
    .option('--tags <tags>', 'what kind of work it is, such as research', listed)
    .option('--at <day>', 'not before this day or time, such as 2026-12-01 or 2026-12-01T09:00')
    .option('--file <file>', 'an org file, nightshift.org if left out')
    .option('--space <space>', 'the space of the file')
    .option('--agent <id>', 'who does it; found by its words if left out')
    .action((words, o) => run(o, commands(), (m, c) => m.nightshiftAdd(c, { ...o, task: words.join(' ') })))

  writing(night, 'approve')
    .argument('[tasks...]', 'their ids, FILE:LINE or titles; all that wait if left out')
    .description('show the tasks that nobody said yes to and, after asking, let agents do exactly these')
    .option('--yes', 'do not ask')
    .action((tasks, o) => run(o, commands(), (m, c) => m.nightshiftApprove(c, { ...o, tasks })))

  writing(night, 'retry', 'night-2026-11-27-3f2a91c0de')
    .argument('<task>', 'its id, FILE:LINE or title')
    .description('let a task be done again that ended, or waits to be looked at')
    .action((task, o) => run(o, commands(), (m, c) => m.nightshiftRetry(c, { ...o, task })))

  writing(night, 'cancel', 'night-2026-11-27-3f2a91c0de')
    .argument('<task>', 'its id, FILE:LINE or title')
    .description('take a task back; an agent that works on it is stopped')
    .action((task, o) => run(o, commands(), (m, c) => m.nightshiftCancel(c, { ...o, task })))

  writing(night, 'redrive')
    .description('let all tasks be done again that failed')
    .action((o) => run(o, commands(), (m, c) => m.nightshiftRedrive(c, o)))

  leaf(night, 'worker', '--workers 2')
    .description(
      'do tasks that nights left in the queue, of this machine or of one that shares it, until it is stopped',
    )
    .option('--once', 'end when nothing is left')
    .option('--workers <number>', 'tasks at the same time', wholeNumber)
    .action((o) => run(o, commands(), (m, c) => m.nightshiftWorker(c, o)))

  writing(night, 'install')
    .description('show what would start the night by itself, and write it after asking')
    .addOption(choice('--kind <kind>', 'that of this system if left out', kinds))
    .option('--yes', 'do not ask')
    .action((o) => run(o, commands(), (m, c) => m.nightshiftInstall(c, o)))

  writing(night, 'uninstall')
    .description('take away what starts the night by itself')
    .addOption(choice('--kind <kind>', 'that of this system if left out', kinds))
    .action((o) => run(o, commands(), (m, c) => m.nightshiftUninstall(c, o)))

  leaf(program, 'today')
    .description('show what the night did, what needs you, and what is due')
    .action((o) => run(o, commands(), (m, c) => m.today(c)))

  writing(program, 'wrap-up')
    .description('bring index and knowledge in step at the end of a day, and name what is left open')
    .action((o) => run(o, commands(), (m, c) => m.wrapUp(c, o)))
}
