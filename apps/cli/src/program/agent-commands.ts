import { type Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { agentFormats, guideKinds } from './agent-formats.ts'
import { group, leaf, oneText, writing } from './command-shape.ts'
import { addDynamicCommands } from './dynamic-commands.ts'
import { choice, collected, fraction, guides, hops, listed, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

export function addAgentCommands(program: Command, run: Run): void {
  const agent = group(program, 'agent', 'find translate the release notes')
  agent.description('register, list and find agents')
  addShortCommands(agent, run)

  writing(agent, 'remove', '--from ~/wrong-folder')
    .argument('[id...]', 'ids as they stand in agents.yaml')
    .description('take agents out of the registry, after asking; the files they were made from stay')
    .option('--from <path...>', 'the agents that were imported from these files or folders')
    .option('--yes', 'do not ask')
    .action((ids, o) => run(o, import('../commands/agent-remove.ts'), (m, c) => m.agentRemove(c, { ...o, ids })))

  writing(agent, 'sync')
    .description('bring agents in step with the files and folders that they were imported from')
    .option('--prune', 'take agents out whose file is gone, after asking; without it they are only marked')
    .option('--yes', 'do not ask')
    .option('--newest', 'take the newest commits of git repositories; without it they stay at theirs')
    .action((o) => run(o, import('../commands/agent-sync.ts'), (m, c) => m.agentSync(c, o)))

  leaf(agent, 'recommend', '--directory all')
    .description('say which agents would help with open tasks, recent notes and the project, and why')
    .option('--space <space>', 'only notes and tasks of this folder, such as 1-acme')
    .option('--directory <names>', 'also among agents published elsewhere: nostr, catalog, erc8004, or all', listed)
    .option('--top <n>', 'how many at the most', wholeNumber, 5)
    .action((o) => run(o, import('../commands/agent-recommend.ts'), (m, c) => m.agentRecommend(c, o)))

  writing(agent, 'update', '--from-origin tide-watcher')
    .argument('[id...]', 'all that came from a directory if left out')
    .description('bring agents in step with what their own authors publish now, after showing what differs')
    .requiredOption('--from-origin', 'from where they were imported: a catalogue, a chain, a relay')
    .option('--yes', 'replace what differs without a question')
    .action((ids, { fromOrigin: _origin, ...o }) =>
      run(o, import('../commands/agent-update.ts'), (m, c) => m.agentUpdate(c, { ...o, ids })),
    )

  for (const [to, what] of [
    ['disable', 'switch agents off in this space: they stay, and nobody finds, runs or publishes them'],
    ['enable', 'switch agents on again'],
  ] as const)
    writing(agent, to, 'research-orchestrator')
      .argument('<id...>', 'ids or former ids of agents, also of those that come with the program')
      .description(what)
      .action((ids, o) => run(o, import('../commands/agent-switch.ts'), (m, c) => m.agentSwitch(c, { ...o, to, ids })))

  writing(agent, 'default', 'research-orchestrator')
    .argument('[id]', 'the agent; without it the one that is chosen is shown')
    .description('say which agent may look for agents elsewhere; you always may')
    .option('--none', 'no agent may')
    .action((id, o) => run(o, import('../commands/nostr.ts'), (m, c) => m.agentDefault(c, { ...o, agent: id })))

  addDynamicCommands(agent, run)

  leaf(agent, 'show', 'kubernetes-specialist')
    .argument('<id>', 'id or former id of an agent')
    .description('show one agent, resolved through aliases, with its relations')
    .action((id, o) => run(o, import('../commands/agent-show.ts'), (m, c) => m.agentShow(c, { agent: id })))

  leaf(agent, 'compare', 'kubernetes-specialist')
    .argument('<id>', 'id or former id of an agent')
    .description('show what differs between two of its versions: entry, prompt and components')
    .option('--from <version>', 'a version or the beginning of its hash; the one before if not given')
    .option('--to <version>', 'as --from; what the agent is now if not given')
    .action((id, o) => run(o, import('../commands/agent-compare.ts'), (m, c) => m.agentCompare(c, { ...o, agent: id })))

  leaf(agent, 'verify', 'kubernetes-specialist')
    .argument('<id>', 'id or former id of an agent')
    .description('check that the history of its versions is whole, and as the log has it')
    .action((id, o) => run(o, import('../commands/agent-show.ts'), (m, c) => m.agentVerify(c, { agent: id })))

  leaf(agent, 'primer', 'kubernetes-specialist')
    .argument('[id...]', 'ids or former ids of agents; all of the space if none is named')
    .description('say what agents can do in a few words, as a model is told that chooses among them')
    .option('--improve', 'let the model of the settings word them; may cost money')
    .action((ids, o) => run(o, import('../commands/agent-primer.ts'), (m, c) => m.agentPrimer(c, { ...o, ids })))

  leaf(agent, 'context', 'note-gardener "Link the notes about tides" --prompt | llm')
    .argument('<id>', 'id or former id of an agent')
    .argument('<task...>', 'what it shall do')
    .description('show what an agent would be given for a task: its prompt and the knowledge it needs')
    .option('--budget <tokens>', 'most tokens (from settings; 50,000 if not set)', wholeNumber)
    .option('--space <space>', 'the space it works in, such as 1-acme')
    .option(
      '--expand <hops>',
      'follow links so many steps from what the task finds (0 to 2, as the task asks, if not given)',
      hops,
    )
    .option('--prompt', 'print the prompt alone, to be given to any model')
    .action((id, task, o) =>
      run(o, import('../commands/agent-context.ts'), (m, c) =>
        m.agentContext(c, { ...o, agent: id, task: task.join(' ') }),
      ),
    )
}

export function addComponentCommands(program: Command, run: Run): void {
  const component = group(program, 'component', 'list').description('parts that agents are composed of')
  leaf(component, 'list')
    .description('list components of agents.yaml and of modules, and who has them')
    .action((o) => run(o, import('../commands/component.ts'), (m, c) => m.componentList(c)))
  leaf(component, 'show', 'web-fetcher')
    .argument('<id>', 'id of a component')
    .description('show what a component says, brings and requires')
    .action((id, o) => run(o, import('../commands/component.ts'), (m, c) => m.componentShow(c, { component: id })))
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
    .option('--directory <names>', 'also among agents published elsewhere: nostr, catalog, erc8004, or all', listed)
    .option('--judge', 'let the model of the settings choose among the first ten; may cost money')
    .option('--queries <file>', 'one query a line (- for stdin); answers as JSON lines, in order')
    .action((query, o) =>
      run(o, import('../commands/agent-find.ts'), (m, c) => m.agentFind(c, { ...o, query: oneText(query) })),
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
    .option('--tags <tags>', 'tags of the task beside those in it, such as ":AI:research:"', collected)
    .option('--input <json>', 'of a task with a type: JSON, or a file with it')
    .option('--forget', 'remember nothing of it')
    .option('--dry-run', 'show who would run it and what it would be given; run nothing')
    .action((id, task, o) =>
      run(o, import('../commands/agent-run.ts'), (m, c) => m.agentRun(c, { ...o, agent: id, task: task.join(' ') })),
    )
  leaf(parent, 'list', '--tag research')
    .description('list the agents of the space')
    .option('--tag <tags>', 'only agents with all of these tags, comma-separated', listed)
    .option('--module <name>', 'only agents of this module')
    .option('--deprecated', 'only deprecated agents')
    .option('--ids', 'only the ids, one a line')
    .option('--dynamic', 'also the agents that agents made, each below its parent')
    .action((o) => run(o, import('../commands/agent-list.ts'), (m, c) => m.agentList(c, o)))

  writing(parent, 'import', '~/.claude/agents .github/agents')
    .argument(
      '[path...]',
      'files, folders, github:owner/repo[/folder]@ref, or what `find --directory` shows; without one, what was imported before and the usual places',
    )
    .description('import existing agents, and follow their files from then on')
    .addOption(choice('--format <format>', 'what kind of agents these are', agentFormats).default('auto' as const))
    .option('--with <kinds>', `files that only guide an assistant, as agents too: ${guideKinds.join(', ')}`, guides)
    .option(
      '--exclude <glob>',
      'leave out what fits, at any depth, such as drafts or "*.old.md"; may be repeated',
      collected,
    )
    .option('--examples', 'let the model of the settings write requests for agents that have none; may cost money')
    .action((from, o) => run(o, import('../commands/agent-import.ts'), (m, c) => m.agentImport(c, { ...o, from })))
}
