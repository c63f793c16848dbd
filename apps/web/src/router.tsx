import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageBase } from './api/base.ts'
import { FindPage } from './find/find-page.tsx'
import { type FindSearch, findSearch } from './find/find-search.ts'
import { Frame } from './frame/frame.tsx'
import { Problem, Title } from './frame/pieces.tsx'
import { graphSearch } from './graph/graph-search.ts'
import { texts } from './texts.ts'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
type Given = Readonly<Record<string, unknown>>
const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (given: Given): { [One in Name]?: string | undefined } =>
    Object.fromEntries(names.map((name) => [name, text(given[name])])) as { [One in Name]?: string | undefined }
const line = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 1 ? Math.floor(value) : undefined

const find = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (given): FindSearch => findSearch(given),
  component: FindPage,
})

const notesRoute = createRoute({
  getParentRoute: () => root,
  path: '/notes',
  validateSearch: textsOf('folder', 'tag'),
  component: lazyRouteComponent(async () => await import('./notes/notes-page.tsx'), 'NotesPage'),
})

const noteRoute = createRoute({
  getParentRoute: () => root,
  path: '/note/$',
  validateSearch: (given: Given): { heading?: string | undefined; line?: number | undefined } => ({
    heading: text(given['heading']),
    line: line(given['line']),
  }),
  component: lazyRouteComponent(async () => await import('./notes/note-page.tsx'), 'NotePage'),
})

const editRoute = createRoute({
  getParentRoute: () => root,
  path: '/edit/$',
  component: lazyRouteComponent(async () => await import('./notes/edit/edit-page.tsx'), 'EditPage'),
})

const graphRoute = createRoute({
  getParentRoute: () => root,
  path: '/graph',
  validateSearch: graphSearch,
  component: lazyRouteComponent(async () => await import('./graph/graph-page.tsx'), 'GraphPage'),
})

const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyRouteComponent(async () => await import('./agents/agents-page.tsx'), 'AgentsPage'),
})

const agentRoute = createRoute({
  getParentRoute: () => root,
  path: '/agent/$',
  component: lazyRouteComponent(async () => await import('./agents/agent-page.tsx'), 'AgentPage'),
})

const memoryRoute = createRoute({
  getParentRoute: () => root,
  path: '/memory',
  validateSearch: textsOf('agent', 'id'),
  component: lazyRouteComponent(async () => await import('./memory/memory-page.tsx'), 'MemoryPage'),
})

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(async () => await import('./health/health-page.tsx'), 'HealthPage'),
})

const night = createRoute({
  getParentRoute: () => root,
  path: '/night',
  component: lazyRouteComponent(async () => await import('./night/night-page.tsx'), 'NightPage'),
})

const research = createRoute({
  getParentRoute: () => root,
  path: '/research',
  component: lazyRouteComponent(async () => await import('./research/research-page.tsx'), 'ResearchPage'),
})

const report = createRoute({
  getParentRoute: () => root,
  path: '/research/$run',
  validateSearch: textsOf('quotation'),
  component: lazyRouteComponent(async () => await import('./research/report-page.tsx'), 'ReportPage'),
})

const discovery = createRoute({
  getParentRoute: () => root,
  path: '/discovery',
  validateSearch: (given: Given): { q?: string | undefined; where?: string[] | undefined } => ({
    q: text(given['q']),
    where: Array.isArray(given['where']) ? given['where'].filter((one) => typeof one === 'string') : undefined,
  }),
  component: lazyRouteComponent(async () => await import('./discovery/discovery-page.tsx'), 'DiscoveryPage'),
})

/** The pages by their addresses. What another page needs is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    find,
    notesRoute,
    noteRoute,
    editRoute,
    graphRoute,
    agents,
    agentRoute,
    memoryRoute,
    research,
    report,
    discovery,
    night,
    health,
  ]),
  basepath: pageBase.pathname,
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <Problem error={error} retry={() => location.reload()} />,
})

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the router is told its pages by merging this
  interface Register {
    router: typeof router
  }
}

function NotFound(): ReactNode {
  return (
    <>
      <Title>{texts.notFound.title}</Title>
      <p>
        {texts.notFound.text} <Link to="/">{texts.notFound.home}</Link>
      </p>
    </>
  )
}
