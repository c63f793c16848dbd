import { entries } from '../operation.ts'

const ofTheUser = 'Only the user at this machine says what agents do while nobody watches.'
const ofUser = { right: 'manage', notAt: { mcp: ofTheUser, http: ofTheUser } } as const
const alsoOnOwnPage = { ...ofUser, atOwnPage: true } as const

const wants = ['runners', 'plugins', 'writer', 'network', 'sources', 'speech', 'ingest', 'nightshift']

export const nightshiftOperations = entries({
  'nightshift.run': {
    title: 'Do the work of a night',
    description:
      'Does the approved `:AI:` tasks of the org files and the research that waits, and writes a briefing. Takes hours.',
    right: 'manage',
    isOpenWorld: true,
    wants,
    load: async () => (await import('./run-nightshift.ts')).runNightshift,
  },
  'nightshift.status': {
    tool: 'nightshift_status',
    title: 'Status of the nights',
    description: 'What the last night did and cost, what waits for the next one, and when that is.',
    right: 'read',
    load: async () => (await import('./look-at-tasks.ts')).nightStatus,
  },
  'nightshift.list': {
    tool: 'list_night_tasks',
    title: 'List tasks for agents',
    description: 'The `:AI:` tasks of the org files, each with its state and why it waits.',
    right: 'read',
    load: async () => (await import('./look-at-tasks.ts')).listTasks,
  },
  'nightshift.show': {
    tool: 'show_night_task',
    title: 'Show a task for agents',
    description: 'One `:AI:` task with its text, its runs and where it stands.',
    right: 'read',
    load: async () => (await import('./look-at-tasks.ts')).showTask,
  },
  'nightshift.add': {
    tool: 'add_night_task',
    title: 'Add a task for the night',
    description: 'Writes a task for agents into an org file; it is approved by that.',
    ...alsoOnOwnPage,
    load: async () => (await import('./change-tasks.ts')).addTask,
  },
  'nightshift.approve': {
    tool: 'approve_night_tasks',
    title: 'Approve tasks for the night',
    description: 'Shows the tasks that nobody said yes to and, after asking, lets agents do exactly these.',
    ...alsoOnOwnPage,
    load: async () => (await import('./change-tasks.ts')).approveTasks,
  },
  'nightshift.retry': {
    tool: 'retry_night_task',
    title: 'Do a task again',
    description: 'Opens a task again that ended or waits to be looked at.',
    ...alsoOnOwnPage,
    load: async () => (await import('./change-tasks.ts')).retryTask,
  },
  'nightshift.cancel': {
    tool: 'cancel_night_task',
    title: 'Cancel a task',
    description: 'Takes a task for agents back; an agent that works on it is stopped.',
    ...alsoOnOwnPage,
    load: async () => (await import('./change-tasks.ts')).cancelTask,
  },
  'nightshift.redrive': {
    tool: 'redrive_night_tasks',
    title: 'Do failed tasks again',
    description: 'Opens all tasks for agents again that failed.',
    ...alsoOnOwnPage,
    load: async () => (await import('./change-tasks.ts')).redriveTasks,
  },
  'nightshift.install': {
    title: 'Start the night by itself',
    description: 'Shows what would start the night by itself on this system and, after asking, writes it.',
    ...ofUser,
    load: async () => (await import('./install-timer.ts')).installTimer,
  },
  'nightshift.uninstall': {
    title: 'No longer start the night by itself',
    description: 'Takes away what starts the night by itself.',
    ...ofUser,
    load: async () => (await import('./install-timer.ts')).uninstallTimer,
  },
  'nightshift.worker': {
    tool: 'work_for_nightshift',
    title: 'Work for the nights',
    description: 'Does tasks that a night left in the queue, until it is stopped.',
    right: 'manage',
    isOpenWorld: true,
    wants,
    notAt: { mcp: 'It goes on until it is stopped.', http: 'It goes on until it is stopped.' },
    load: async () => (await import('./work-elsewhere.ts')).workElsewhere,
  },
  today: {
    title: 'The morning',
    description: 'What the night did, what needs a person, and what is due today.',
    right: 'read',
    load: async () => (await import('./day.ts')).today,
  },
  'wrap.up': {
    command: 'wrap-up',
    tool: 'wrap_up',
    title: 'The evening',
    description: 'Brings the index and the knowledge of agents in step, and names what is left open.',
    right: 'write',
    load: async () => (await import('./day.ts')).wrapUp,
  },
})
