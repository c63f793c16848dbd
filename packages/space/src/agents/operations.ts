import type { Entries } from '../operation.ts'

/** What can be done with the agents of a space. */
export type AgentOperations = {
  readonly find: typeof import('./find-agents.ts').findAgents
  readonly route: typeof import('./route-task.ts').routeTask
  readonly 'route.confirm': typeof import('./confirm-route.ts').confirmRoute
  readonly 'route.forget': typeof import('./forget-route.ts').forgetRoute
  readonly context: typeof import('./agent-context.ts').agentContext
  readonly run: typeof import('./run-agent.ts').runAgent
  readonly feedback: typeof import('./give-feedback.ts').giveFeedback
  readonly evaluate: typeof import('./evaluate-run.ts').evaluateRun
  readonly 'agents.list': typeof import('./list-agents.ts').listAgents
  readonly 'runners.list': typeof import('./list-runners.ts').listRunners
  readonly 'agents.show': typeof import('./show-agent.ts').showAgent
  readonly 'agents.import': typeof import('./import-agents.ts').importAgents
  readonly 'agents.remove': typeof import('./remove-agents.ts').removeAgents
}

const personTeaches = "Whose a task is, is a person's to say, and a model calls the tools."

export const agentOperations: Entries<AgentOperations> = {
  find: {
    command: 'agent find',
    tool: 'find_agents',
    title: 'Find agents',
    description: 'Finds agents of this space by what is to be done, best first.',
    right: 'find',
    isReadOnly: true,
    load: async () => (await import('./find-agents.ts')).findAgents,
  },
  route: {
    command: 'route',
    tool: 'route_task',
    title: 'Choose an agent',
    description:
      'Says which one agent a task is for and why: by its tags, patterns or meaning. No agent is an answer too.',
    right: 'find',
    isReadOnly: true,
    load: async () => (await import('./route-task.ts')).routeTask,
  },
  'route.confirm': {
    command: 'route --confirm',
    tool: 'confirm_route',
    title: 'Remember whose a task is',
    description: 'Remembers that a task, and those like it, belong to an agent.',
    right: 'manage',
    isReadOnly: false,
    notAt: { mcp: personTeaches },
    load: async () => (await import('./confirm-route.ts')).confirmRoute,
  },
  'route.forget': {
    command: 'route --forget',
    tool: 'forget_route',
    title: 'Forget whose a task is',
    description: 'Takes back what was confirmed for a task.',
    right: 'manage',
    isReadOnly: false,
    notAt: { mcp: personTeaches },
    load: async () => (await import('./forget-route.ts')).forgetRoute,
  },
  context: {
    command: 'agent context',
    tool: 'agent_context',
    title: 'Context for an agent',
    description:
      'The prompt of an agent with all that it should know for a task: the files it requires, fitting notes and memories, within a budget of tokens. Follow it to do the task as that agent.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./agent-context.ts')).agentContext,
  },
  run: {
    command: 'agent run',
    tool: 'run_agent',
    title: 'Run an agent',
    description:
      'Gives an agent a task with the knowledge it needs, by the runner of the settings, and waits for its answer.',
    right: 'run',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./run-agent.ts')).runAgent,
  },
  feedback: {
    command: 'feedback',
    tool: 'give_feedback',
    title: 'Judge a run',
    description: "Records a person's verdict on an execution; the latest one holds.",
    right: 'manage',
    isReadOnly: false,
    notAt: { mcp: "A verdict is a person's to give, and a model calls the tools." },
    load: async () => (await import('./give-feedback.ts')).giveFeedback,
  },
  evaluate: {
    command: 'evaluate',
    tool: 'evaluate_run',
    title: 'Evaluate a run',
    description: 'Records what an agent or a person says of an execution of another agent, 0–100 each.',
    right: 'manage',
    isReadOnly: false,
    load: async () => (await import('./evaluate-run.ts')).evaluateRun,
  },
  'agents.list': {
    command: 'agent list',
    tool: 'list_agents',
    title: 'List agents',
    description: 'The agents of this space, in the order of the registry.',
    right: 'find',
    isReadOnly: true,
    load: async () => (await import('./list-agents.ts')).listAgents,
  },
  'runners.list': {
    command: 'agent list',
    tool: 'list_runners',
    title: 'List runners',
    description: 'Who can run agents here: the runners of the settings.',
    right: 'run',
    isReadOnly: true,
    notAt: { command: 'They stand in the settings, and an unknown one is told by the run itself.' },
    load: async () => (await import('./list-runners.ts')).listRunners,
  },
  'agents.show': {
    command: 'agent show',
    tool: 'describe_agent',
    title: 'Describe an agent',
    description: 'What an agent can do, who starts it, whom it starts, and how its runs went.',
    right: 'find',
    isReadOnly: true,
    load: async () => (await import('./show-agent.ts')).showAgent,
  },
  'agents.import': {
    command: 'agent import',
    tool: 'import_agents',
    title: 'Import agents',
    description: 'Registers agents of other programs from files and folders; again it changes only what changed.',
    right: 'manage',
    isReadOnly: false,
    load: async () => (await import('./import-agents.ts')).importAgents,
  },
  'agents.remove': {
    command: 'agent remove',
    tool: 'remove_agents',
    title: 'Remove agents',
    description: 'Takes agents out of the registry; the files they were made from stay.',
    right: 'manage',
    isReadOnly: false,
    load: async () => (await import('./remove-agents.ts')).removeAgents,
  },
}
