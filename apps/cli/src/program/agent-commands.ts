import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { agentFormats, guideKinds } from './agent-formats.ts'
import { example, leaf, oneText, writing } from './command-shape.ts'
import { addDynamicCommands } from './dynamic-commands.ts'
import { collected, fraction, guides, hops, listed, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

export function addAgentCommands(program: Command, run: Run): void {
  const agent = program.command('agent').description('register, list and find agents')
  agent.addHelpText('after', example('datacortex agent find translate the release notes'))
  addShortCommands(agent, run)

  writing(agent, 'remove', '--from ~/wrong-folder')
    .argument('[id...]', 'ids as they stand in agents.yaml')
    .description('take agents out of the registry, after asking; the files they were made from stay')
    .option('--from <path...>', 'the agents that were imported from these files or folders')
    .option('--yes', 'do not ask')
    .action((ids, o) =>
      run(o, async (c) => (await import('../commands/agent-remove.ts')).agentRemove(c, { ...o, ids })),
    )

  writing(agent, 'sync')
    .description('bring agents in step with the files and folders that they were imported from')
    .option('--prune', 'take agents out whose file is gone, after asking; without it they are only marked')
    .option('--yes', 'do not ask')
    .option('--newest', 'take the newest commits of git repositories; without it they stay at theirs')
    .action((o) => run(o, async (c) => (await import('../commands/agent-sync.ts')).agentSync(c, o)))

  for (const [to, what] of [
    ['disable', 'switch agents off in this space: they stay, and nobody finds, runs or publishes them'],
    ['enable', 'switch agents on again'],
  ] as const)
    writing(agent, to, 'research-orchestrator')
      .argument('<id...>', 'ids or former ids of agents, also of those that come with the program')
      .description(what)
      .action((ids, o) =>
        run(o, async (c) => (await import('../commands/agent-switch.ts')).agentSwitch(c, { ...o, to, ids })),
      )

  addDynamicCommands(agent, run)

  leaf(agent, 'show', 'kubernetes-specialist')
    .argument('<id>', 'id or former id of an agent')
    .description('show one agent, resolved through aliases, with its relations')
    .action((id, o) => run(o, async (c) => (await import('../commands/agent-show.ts')).agentShow(c, { id })))

  leaf(agent, 'context', 'note-gardener "Link the notes about tides" --prompt | llm')
    .argument('<id>', 'id or former id of an agent')
    .argument('<task...>', 'what it shall do')
    .description('show what an agent would be given for a task: its prompt and the knowledge it needs')
    .option('--budget <tokens>', 'most tokens (from settings; 50,000 if not set)', wholeNumber)
    .option('--space <space>', 'the space it works in, such as 1-acme')
    .option('--expand <hops>', 'follow links so many steps from what the task finds', hops, 0)
    .option('--prompt', 'print the prompt alone, to be given to any model')
    .action((id, task, o) =>
      run(o, async (c) =>
        (await import('../commands/agent-context.ts')).agentContext(c, { ...o, id, task: task.join(' ') }),
      ),
    )
}

/** What is done every day, as `agent find` and as `find`. */
export function addShortCommands(parent: CommandUnknownOpts, run: Run): void {
  leaf(parent, 'find', 'my pod keeps crash looping after the rollout')
    .argument('[query...]', 'what you want done, in your own words')
    .description('find the right agents for a task by meaning')
    .option('--top <n>', 'how many at the most', wholeNumber, 5)
    .option('--tag <tags>', 'only agents with all of these tags, comma-separated', listed)
    .option('--min-score <score>', 'leave out scores below, 0–1 (from settings; 0.4 if not set)', fraction)
    .option('--explain', 'show each hit, both ranks and the weights')
    .option('--judge', 'let the model of the settings choose among the first ten; may cost money')
    .option('--queries <file>', 'one query a line (- for stdin); answers as JSON lines, in order')
    .action((query, o) =>
      run(o, async (c) => (await import('../commands/agent-find.ts')).agentFind(c, { ...o, query: oneText(query) })),
    )

  leaf(parent, 'run', 'note-gardener "Link the notes about tides" --runner claude')
    .argument('<id>', 'id or former id of an agent')
    .argument('<task...>', 'what it shall do')
    .description('run an agent on a task with the context it needs; logs, checks and remembers')
    .option('--runner <name>', 'a runner of settings.yaml, or `code`')
    .option('--budget <tokens>', 'most tokens of the context', wholeNumber)
    .option('--space <space>', 'the space it works in, such as 1-acme')
    .option('--called-by <id>', 'the agent that calls it', 'user')
    .option('--chain <ids>', 'agents that started each other so far, comma-separated, outermost first', collected)
    .option('--delegate', 'the caller hands the task over for good: its delegates_to counts, not its spawns')
    .option('--task-id <id>', 'where the task comes from, such as next_actions:L227')
    .option('--execution-id <id>', 'id of the execution; made if not given')
    .option('--skill <id>', 'the skill that is asked for')
    .option('--input <json>', 'of a task with a type: JSON, or a file with it')
    .option('--forget', 'remember nothing of it')
    .option('--dry-run', 'show who would run it and what it would be given; run nothing')
    .action((id, task, o) =>
      run(o, async (c) => (await import('../commands/agent-run.ts')).agentRun(c, { ...o, id, task: task.join(' ') })),
    )
  leaf(parent, 'list', '--tag research')
    .description('list the agents of the space')
    .option('--tag <tags>', 'only agents with all of these tags, comma-separated', listed)
    .option('--module <name>', 'only agents of this module')
    .option('--deprecated', 'only deprecated agents')
    .option('--ids', 'only the ids, one a line')
    .option('--dynamic', 'also the agents that agents made, each below its parent')
    .action((o) => run(o, async (c) => (await import('../commands/agent-list.ts')).agentList(c, o)))

  writing(parent, 'import', '~/.claude/agents .github/agents')
    .argument(
      '[path...]',
      'files, folders, or github:owner/repo[/folder]@ref; without one, what was imported before and the usual places',
    )
    .description('import existing agents, and follow their files from then on')
    .addOption(
      new Option('--format <format>', 'what kind of agents these are').choices(agentFormats).default('auto' as const),
    )
    .option('--with <kinds>', `files that only guide an assistant, as agents too: ${guideKinds.join(', ')}`, guides)
    .option(
      '--exclude <glob>',
      'leave out what fits, at any depth, such as drafts or "*.old.md"; may be repeated',
      collected,
    )
    .option('--examples', 'let the model of the settings write requests for agents that have none; may cost money')
    .action((from, o) =>
      run(o, async (c) => (await import('../commands/agent-import.ts')).agentImport(c, { ...o, from })),
    )
}
