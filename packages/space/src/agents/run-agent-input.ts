import { z } from 'zod'
import type { Asked } from '../operation.ts'
import { agent, dryRun, flag, name, tags, task } from '../schema.ts'
import { budget } from './agent-context.ts'

export const input = z.strictObject({
  agent,
  task,
  runner: name.optional().describe('That of the settings if left out.'),
  budget,
  space: name.optional().describe('Such as 1-acme.'),
  called_by: name.optional().describe('The agent that calls it; the user if left out.'),
  chain: z.array(name).max(100).optional().describe('Agents that started each other so far, outermost first.'),
  delegate: flag('Hands the task over for good.'),
  task_id: name.optional().describe('Where the task comes from, such as next_actions:L227.'),
  execution_id: name.optional().describe('Made if left out.'),
  input: z.unknown().optional().describe('Of a task with a type, as `describe_agent` shows it.'),
  skill: name.optional().describe('Which of its skills the log names.'),
  tags: tags.describe('Beside those in the task, such as AI:research.'),
  forget: flag('Remembers nothing of it.'),
  dry_run: dryRun,
})

export type RunAgent = Asked<typeof input>
