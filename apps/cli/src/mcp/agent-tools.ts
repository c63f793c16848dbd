import { z } from 'zod'
import { jsonText } from '../output/terminal-text.ts'
import type { Tool } from './tool.ts'
import { name, option, tags, text, tool, top } from './tool.ts'

const Prompt = z.object({ prompt: z.string() })
const Agents = z.object({
  results: z.array(z.unknown()),
  min_score: z.number().optional(),
  best: z.object({ id: z.string(), score: z.number() }).optional(),
})

/** Tools that find, describe and run agents. */
export const agentTools: readonly Tool[] = [
  tool({
    name: 'find_agents',
    title: 'Find agents',
    description: 'Finds agents of this space by what is to be done, best first.',
    input: z.object({ task: text.describe('In plain words.'), top }),
    isReadOnly: true,
    argv: ({ task, top: most }) => ['agent', 'find', ...option('top', most), '--', task],
    textOf: ({ data }) => (Agents.parse(data).results.length === 0 ? noneFits(Agents.parse(data)) : jsonText(data)),
  }),
  tool({
    name: 'route_task',
    title: 'Choose an agent',
    description:
      'Says which one agent a task is for and why: by its tags, patterns or meaning. No agent is an answer too.',
    input: z.object({ task: text, tags: tags.describe('Such as AI:research.') }),
    isReadOnly: true,
    argv: ({ task, tags: some }) => [
      'route',
      ...option('tags', some?.map((one) => `:${one.replaceAll(/^:|:$/g, '')}:`).join(' ')),
      '--',
      task,
    ],
  }),
  tool({
    name: 'agent_context',
    title: 'Context for an agent',
    description:
      'The prompt of an agent with all that it should know for a task: the files it requires, fitting notes and memories, within a budget of tokens. Follow it to do the task as that agent.',
    input: z.object({
      agent: name.describe('Its id, as find_agents gives it.'),
      task: text,
      budget: z.number().int().min(100).max(1_000_000).optional().describe('In tokens.'),
    }),
    isReadOnly: true,
    argv: ({ agent, task, budget }) => ['agent', 'context', ...option('budget', budget), '--', agent, task],
    textOf: ({ data }) => Prompt.parse(data).prompt,
  }),
  tool({
    name: 'run_agent',
    title: 'Run an agent',
    description:
      'Gives an agent a task with the knowledge it needs, by the runner of the settings, and waits for its answer.',
    input: z.object({ agent: name, task: text, runner: name.optional().describe('That of the settings if left out.') }),
    isReadOnly: false,
    isOpenWorld: true,
    argv: ({ agent, task, runner }) => ['agent', 'run', ...option('runner', runner), '--', agent, task],
  }),
]

function noneFits({ best, min_score: least }: z.infer<typeof Agents>): string {
  const nearest =
    best === undefined || least === undefined ? '' : ` ${best.id} comes nearest, with ${best.score} below ${least}.`
  return `No agent of this space fits that.${nearest} Do the task yourself, or ask in other words.`
}
