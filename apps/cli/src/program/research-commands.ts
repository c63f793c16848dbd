import { type Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { amount, choice, collected, fraction, listed, timeOfDay } from './option-values.ts'
import type { Run } from './run-command.ts'

const links = async () => await import('../commands/research-links.ts')
const runs = async () => await import('../commands/research-runs.ts')
const sources = async () => await import('../commands/source.ts')

export function addResearchCommands(program: Command, run: Run): void {
  const research = writing(program, 'research', '"sea lice treatments in salmon farming" --depth standard')
    .argument('[subjects...]', 'a topic in your own words, or addresses to read')
    .description('research a topic in depth: ask every source, gather, quote, and write a report')
    // Options behind `research list` are those of `list`.
    .enablePositionalOptions()
    .option('--topic <topic>', 'the topic, where addresses are given too')
    .addOption(choice('--depth <depth>', 'how far to go', ['quick', 'standard', 'deep']).default('standard' as const))
    .option('--in <path>', 'read this file or folder, as ingest does, and ask nobody; again for more', collected)
    .option('--podcast', 'speak the report: a script for two voices, and audio')
    .option('--space <space>', 'the space that the outputs go to', '0-personal')
    .option(
      '--select <which>',
      'all, or numbers such as 1,3,5; without it you are asked, or the threshold decides',
      collected,
    )
    .option('--threshold <score>', 'leave out what fits less, 0–1; research.relevance_threshold if absent', fraction)
    .option('--task <file::title>', 'the org task that asked for it; it is marked as done')
    .option('--queue', 'do the research that waits in org/research_learning.org, and write a briefing')
    .option(
      '--until <time>',
      'with --queue: the time of the day at which the last run is over, such as 06:00',
      timeOfDay,
    )
    .option('--max-cost <usd>', 'spend no more than this; 0 asks only what is free', amount)
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((subjects, o) =>
      o.queue === true
        ? run(o, import('../commands/research-queue.ts'), (m, c) => m.researchWaiting(c, { ...o, subjects }))
        : run(o, import('../commands/research.ts'), (m, c) => m.research(c, { ...o, subjects })),
    )

  writing(research, 'add', 'https://example.org/tides --tags coast --priority A')
    .argument('<urls...>', 'addresses to read at night')
    .description('save links for the next night, which reads them and reports by topic')
    .option('--tags <tags>', 'what they are about', listed)
    .addOption(choice('--priority <priority>', 'those with A are read first', ['A', 'B', 'C']))
    .option('--note <text>', 'why they were saved')
    .option('--space <space>', 'the space of the file')
    .action((urls, o) => run(o, links(), (m, c) => m.researchAdd(c, { ...o, urls })))

  writing(research, 'import', 'bookmarks.html')
    .argument('<from...>', 'files and folders, or readwise, which is asked for what is new')
    .description('save the links of bookmarks, of Pocket, Readwise, Omnivore, or of clippings of Obsidian')
    .option('--space <space>', 'the space of the file')
    .action((from, o) => run(o, links(), (m, c) => m.researchImport(c, { ...o, from })))

  leaf(research, 'list')
    .description('list the runs of this space, the newest first')
    .action((o) => run(o, runs(), (m, c) => m.researchList(c)))

  leaf(research, 'show', 'r-7f3a12bc')
    .argument('<run>', 'id of a run')
    .description('show a run, and check each of its quotations again')
    .action((id, o) => run(o, runs(), (m, c) => m.researchShow(c, { run: id })))

  leaf(research, 'resume', 'r-7f3a12bc')
    .argument('<run>', 'id of a run')
    .description('go on with a run that was stopped; nothing is paid for twice')
    .option('--select <which>', 'all, or numbers such as 1,3,5, where nothing is selected yet', collected)
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((id, o) => run(o, runs(), (m, c) => m.researchResume(c, { ...o, run: id })))

  const source = group(program, 'source', 'list').description('who is asked by search and research')

  leaf(source, 'list')
    .description('list the sources, and why some of them take no part')
    .action((o) => run(o, sources(), (m, c) => m.sourceList(c)))

  writing(source, 'add', '--from .mcp.json')
    .argument('[servers...]', 'only these MCP servers of the file')
    .description(
      'add the MCP servers of an assistant, or an API by its OpenAPI description, as sources, after showing them',
    )
    .option('--from <file>', 'settings that name MCP servers: .mcp.json, .claude/settings.json')
    .option('--tool <name>', 'the tool of the servers that searches')
    .option('--openapi <file>', 'an OpenAPI description, as YAML or JSON')
    .option('--operation <name>', 'which of it is asked, by operationId or path')
    .option('--url <url>', 'where the API is, if its description does not say')
    .option('--key <name>', 'name of the secret that the API wants, in .datacore/env')
    .option('--as <name>', 'its name; made of its title if left out')
    .option('--yes', 'do not ask')
    .action((servers, o) => run(o, sources(), (m, c) => m.sourceAdd(c, { ...o, servers })))

  writing(source, 'approve', 'team-wiki')
    .argument('<id>', 'a source of the type mcp that starts a command')
    .description('show the command that a source starts, and allow exactly this one')
    .option('--yes', 'do not ask')
    .action((id, o) => run(o, sources(), (m, c) => m.sourceApprove(c, { ...o, id })))
}
