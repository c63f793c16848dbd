import type { OutputOptions } from 'rolldown'

type CodeSplittingGroup = NonNullable<Exclude<OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/** What goes into one file, in this order, since each file costs a command half a millisecond; the rest is split by who needs it. */
export const bundleGroups: readonly CodeSplittingGroup[] = [
  // Needed before anything else of the program, whose code is in it too.
  { name: 'compiled', test: /\/(?:env-paths|is-safe-filename)\/|\/compiled-folder\.js$/ },
  // Of every command, `--help` too.
  { name: 'start', tags: ['$initial' as const] },
  // Before what most need, so that what reads no YAML does not load it.
  { name: 'yaml', test: /\/platform\/dist\/(?:yaml|parse\/parse-yaml)\.js$/ },
  // Of a third of what is loaded late, commands and operations: platform, zod.
  { name: 'common', minShareCount: 75 },
  // Of every command that works in a space.
  {
    name: 'space',
    test: /\/apps\/cli\/dist\/(?:context|command-of|arguments\/asked|output\/lines|output\/finding-lines)\.js$/,
  },
  // Of many commands: what they print.
  { name: 'lines', test: /\/cli\/dist\/output\/|\/wording\/dist\//, minShareCount: 6 },
  // Of every command that works with agents, also those that read no catalogue.
  {
    name: 'agents',
    test: /\/(?:make-finding|resolve-agent|agent-tags|agent-source|without-undefined|follow-roots|shown-to-strangers)\.js$|\/text\/dist\/(?!xml)/,
  },
  // Of every command that searches: the index, and what ranks agents.
  { name: 'find', test: /\/registry\/dist\/find\/(?:index|open-finder)\.js$|\/shown-match\.js$/ },
  // Of every command that reads the agents' file, or that of the modules too.
  { name: 'registry', test: /\/registry\/dist\/(?:index|file\/read\/read-registry)\.js$/ },
  { name: 'catalogue', test: /\/modules\/dist\/catalogue\.js$/ },
  { name: 'model', test: /\/embeddings\/dist\/(?:index|open-embedder|load-model|int8-model)\.js$/ },
  // Of every command that reads the log; the rest of its package runs agents.
  { name: 'log', test: /\/execution\/dist\/log\/read-log\.js$/ },
]
