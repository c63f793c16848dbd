import { entries } from '../operation.ts'

const personTeaches = "Whose a task is, is a person's to say, and a model calls the tools."

export const agentOperations = entries({
  find: {
    command: 'agent find',
    tool: 'find_agents',
    description: 'Finds agents of this space by what is to be done, best first.',
    right: 'find',
    load: async () => (await import('./find-agents.ts')).findAgents,
  },
  route: {
    tool: 'route_task',
    title: 'Choose an agent',
    description:
      'Says which one agent a task is for and why: by its tags, patterns or meaning. No agent is an answer too.',
    right: 'find',
    load: async () => (await import('./route-task.ts')).routeTask,
  },
  'route.confirm': {
    command: 'route --confirm',
    title: 'Remember whose a task is',
    description: 'Remembers that a task, and those like it, belong to an agent.',
    right: 'manage',
    notAt: { mcp: personTeaches },
    load: async () => (await import('./confirm-route.ts')).confirmRoute,
  },
  'route.forget': {
    command: 'route --forget',
    title: 'Forget whose a task is',
    description: 'Takes back what was confirmed for a task.',
    right: 'manage',
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
    load: async () => (await import('./agent-context.ts')).agentContext,
  },
  run: {
    command: 'agent run',
    tool: 'run_agent',
    title: 'Run an agent',
    description:
      'Gives an agent a task with the knowledge it needs, by the runner of the settings, and waits for its answer.',
    right: 'run',
    isOpenWorld: true,
    wants: ['runners', 'plugins', 'writer', 'network'],
    load: async () => (await import('./run-agent.ts')).runAgent,
  },
  feedback: {
    tool: 'give_feedback',
    title: 'Judge a run',
    description: "Records a person's verdict on an execution; the latest one holds.",
    right: 'manage',
    notAt: { mcp: "A verdict is a person's to give, and a model calls the tools." },
    load: async () => (await import('./give-feedback.ts')).giveFeedback,
  },
  evaluate: {
    tool: 'evaluate_run',
    title: 'Evaluate a run',
    description: 'Records what an agent or a person says of an execution of another agent, 0–100 each.',
    right: 'manage',
    load: async () => (await import('./evaluate-run.ts')).evaluateRun,
  },
  'agents.list': {
    description: 'The agents of this space, in the order of the registry.',
    right: 'find',
    load: async () => (await import('./list-agents.ts')).listAgents,
  },
  'agents.show': {
    tool: 'describe_agent',
    title: 'Describe an agent',
    description: 'What an agent can do, who starts it, whom it starts, and how its runs went.',
    right: 'find',
    load: async () => (await import('./show-agent.ts')).showAgent,
  },
  'agents.graph': {
    command: 'agent show',
    tool: 'agent_graph',
    title: 'Graph of agents',
    description: 'Which agents may call which, all or those within some calls of one, to be drawn.',
    right: 'read',
    notAt: { command: 'A terminal draws no graph.', mcp: 'A model asks for one agent after the other.' },
    load: async () => (await import('./agent-graph.ts')).agentGraph,
  },
  'agents.compare': {
    tool: 'compare_agent_versions',
    title: 'Compare versions of an agent',
    description: 'What differs between two versions of an agent: its entry, its prompt, its components.',
    right: 'read',
    notAt: { mcp: 'A model asks what an agent is now.' },
    load: async () => (await import('./compare-versions.ts')).compareVersions,
  },
  'agents.verify': {
    tool: 'verify_agent',
    title: 'Verify an agent',
    description: 'Whether the history of its versions is whole, and as the log has it.',
    right: 'read',
    load: async () => (await import('./verify-agent.ts')).verifyAgent,
  },
  'agents.primers': {
    command: 'agent primer',
    tool: 'agent_primers',
    title: 'Say what agents can do',
    description: 'A short text of what each agent can do, to choose one or to build on it.',
    right: 'find',
    load: async () => (await import('./primers.ts')).showPrimers,
  },
  'agents.recommend': {
    description:
      'Which agents here, or published elsewhere, would help with the open tasks, recent notes and the project, each with the reason.',
    right: 'research',
    isReadOnly: true,
    isOpenWorld: true,
    load: async () => (await import('../directories/recommend-agents.ts')).recommendAgents,
  },
  'agents.import': {
    description:
      'Registers agents of other programs from files, folders and git repositories, and agents that are published elsewhere, which stay off; again it changes only what changed.',
    right: 'manage',
    isOpenWorld: true,
    load: async () => (await import('./import-agents.ts')).importAgents,
  },
  'agents.sync': {
    description:
      'Brings agents in step with the files and folders that they were imported from: new, changed, renamed and gone ones.',
    right: 'manage',
    isOpenWorld: true,
    load: async () => (await import('./sync-agents.ts')).syncAgents,
  },
  'agents.update': {
    description: 'Brings agents in step with what their authors publish now, after showing what differs.',
    right: 'manage',
    isOpenWorld: true,
    notAt: {
      mcp: "What replaces an agent is a person's to see.",
      http: "What replaces an agent is a person's to see.",
    },
    load: async () => (await import('../directories/update-agents.ts')).updateAgents,
  },
  'agents.disable': {
    description: 'Switches agents off in this space: they stay, and nobody finds, runs or publishes them.',
    right: 'manage',
    load: async () => (await import('./switch-agents.ts')).disableAgents,
  },
  'agents.enable': {
    description: 'Switches agents on again that were disabled.',
    right: 'manage',
    load: async () => (await import('./switch-agents.ts')).enableAgents,
  },
  'agents.remove': {
    description: 'Takes agents out of the registry; the files they were made from stay.',
    right: 'manage',
    load: async () => (await import('./remove-agents.ts')).removeAgents,
  },
})
