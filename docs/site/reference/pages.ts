import {
  type ApiDescription,
  bodyOf,
  type Chapter,
  chaptersOf,
  type DescribedOperation,
  errorsOf,
  operationUrl,
  type PathOperation,
  successOf,
} from './api.ts'
import { exampleOf } from './examples.ts'
import { bodyFields, parameterList } from './fields.ts'
import { codeBlock, escapeHtml, inlineMarkdown, paragraphs } from './html.ts'
import { type SampleLanguage, sampleLanguages, samplesOf } from './samples.ts'

/** URLs of the script and the style sheet, whose names contain content hashes. */
export type ReferenceAssets = { script: string; styles: string }

/**
 * Renders every page of the API reference, by its path below `/docs/reference/`: the index, one page per tag, and the
 * webhook events.
 */
export function referencePages(api: ApiDescription, assets: ReferenceAssets): Map<string, string> {
  const chapters = chaptersOf(api)
  const page = (path: string, title: string, about: string, content: string, own?: Chapter) =>
    [path, framePage({ path, title, about, content, own, chapters, api, assets })] as const
  return new Map([
    page('index', 'API reference', api.info.description, indexContent(api, chapters)),
    ...chapters.map((chapter) =>
      page(chapter.slug, chapter.name, chapter.description, chapterContent(chapter, api), chapter),
    ),
    page(
      'webhook-events',
      'Webhook payloads',
      'Headers and bodies of webhook deliveries.',
      eventsContent(api),
    ),
  ])
}

type Frame = {
  path: string
  title: string
  about: string
  content: string
  own: Chapter | undefined
  chapters: Chapter[]
  api: ApiDescription
  assets: ReferenceAssets
}

function framePage({ path, title, about, content, own, chapters, api, assets }: Frame) {
  const fullTitle = path === 'index' ? 'API reference' : `${title} · API reference`
  const link = (to: string, text: string) =>
    `<a href="/docs/reference/${to === 'index' ? '' : to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`
  const items = chapters.map(({ slug, name }) => {
    const operations = slug === own?.slug ? operationLinks(own.operations) : ''
    return `<li>${link(slug, name)}${operations}</li>`
  })
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(fullTitle)} · Payproof docs</title>
<meta name="description" content="${escapeHtml(about)}">
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.styles}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="home" href="/docs/">Payproof docs</a>
<button type="button" class="toggle" aria-expanded="false" aria-controls="chapters">Chapters</button>
</header>
<div class="frame">
<nav id="chapters" aria-label="API reference">
<ul>
<li>${link('index', 'API reference')}</li>
${items.join('\n')}
<li>${link('webhook-events', 'Webhook payloads')}</li>
</ul>
</nav>
<main id="main" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
${content}
<footer><p>API version ${escapeHtml(api.info.version)}. Generated from <a href="/openapi.json">openapi.json</a>.</p></footer>
</main>
</div>
</body>
</html>
`
}

const operationLinks = (operations: PathOperation[]) =>
  `<ul>${operations
    .map(({ operationId, summary }) => `<li><a href="#${operationId}">${inlineMarkdown(summary)}</a></li>`)
    .join('')}</ul>`

function indexContent({ info }: ApiDescription, chapters: Chapter[]) {
  const sections = chapters.map(({ name, slug, description, operations }) => {
    const rows = operations.map(
      (operation) =>
        // Links to the former reference had the form #tag/users/POST/users; browser.ts finds the operation by this
        // attribute.
        `<li><a href="${operationUrl(operation)}" data-former="tag/${slug}/${operation.method}${escapeHtml(operation.path)}">${requestLine(operation)}</a> <span>${inlineMarkdown(operation.summary)}</span></li>`,
    )
    return `<section class="chapter" aria-labelledby="${slug}"><h2 id="${slug}"><a href="/docs/reference/${slug}">${escapeHtml(name)}</a></h2>
<p>${inlineMarkdown(description)}</p><ul class="operations">${rows.join('')}</ul></section>`
  })
  return `${paragraphs(info.description)}
<p>Read <a href="/docs/guides/authentication">Authentication</a>, <a href="/docs/guides/errors-and-retries">Errors and retries</a> and
<a href="/docs/guides/pagination">Pagination</a> first: they apply to every operation. TypeScript samples use
<a href="/docs/sdk">our SDK</a>. There is no Python SDK yet, so Python samples use the <code>requests</code> package.
All samples read <code>PAYPROOF_URL</code> and <code>PAYPROOF_API_KEY</code> from the environment.</p>
${keyForm}
${sections.join('\n')}`
}

const chapterContent = (chapter: Chapter, api: ApiDescription) =>
  `<p>${inlineMarkdown(chapter.description)}</p>
${keyForm}
${chapter.operations.map((operation) => operationSection(operation, api)).join('\n')}`

/** Form for the sandbox key. It is hidden until browser.ts shows it, because it does nothing without a script. */
const keyForm = `<form class="key" hidden>
<label for="sandbox-key">Sandbox API key</label>
<input id="sandbox-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
<button type="submit">Use in samples</button>
<button type="button" class="forget" hidden>Remove the key</button>
<p id="key-hint">Fills the samples in. The key stays in this browser tab and is not sent anywhere.</p>
<p role="status"></p>
</form>`

function operationSection(operation: PathOperation, api: ApiDescription) {
  const { operationId, summary, description, parameters = [] } = operation
  const parametersIn = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const body = bodyOf(operation)
  const success = successOf(operation)
  const headers = parametersIn('header')
  const parts = [
    ...part('Path parameters', parametersIn('path').length > 0 && parameterList(parametersIn('path'), api)),
    ...part(
      'Query parameters',
      parametersIn('query').length > 0 && parameterList(parametersIn('query'), api),
    ),
    ...part(
      'Headers',
      headers.length > 0 && disclosure(`Optional headers: ${headers.length}`, parameterList(headers, api)),
    ),
    ...part('Request body', body && bodyFields(body.schema, api, true)),
    ...part(
      'Response',
      success &&
        `<p><code>${success.status}</code> ${escapeHtml(success.description)}</p>${success.media ? disclosure('Fields of the response', bodyFields(success.media.schema, api, false)) : ''}`,
    ),
    ...part('Errors', errorList(operation)),
  ]
  return `<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="about">
<h2 id="${operationId}-title">${inlineMarkdown(summary)}</h2>
<p class="request">${requestLine(operation)}</p>
${description ? paragraphs(description) : ''}
<p class="callers">${callersText(operation)}</p>
${parts.join('\n')}
</div>
<div class="code">
${sampleTabs(operation, api)}
${responseExample(operation, api)}
</div>
</section>`
}

const part = (heading: string, content: string | false | undefined) =>
  content ? [`<h3>${heading}</h3>${content}`] : []

const disclosure = (title: string, content: string) =>
  `<details><summary>${title}</summary>${content}</details>`

const requestLine = ({ method, path }: PathOperation) =>
  `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`

const credentialNames: Record<string, string> = {
  apiKey: 'API key',
  memberToken: 'member token',
  userToken: 'user token',
}

function callersText({ security }: DescribedOperation) {
  const names = security.flatMap(Object.keys).map((scheme) => credentialNames[scheme] ?? scheme)
  const link = '<a href="/docs/guides/authentication">Authentication</a>'
  return `${link}: ${names.length === 0 ? 'none' : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}`
}

function errorList(operation: DescribedOperation) {
  const items = errorsOf(operation).map(
    ([status, { description }]) => `<li><code>${status}</code> ${inlineMarkdown(description)}</li>`,
  )
  const list = `<ul class="errors">${items.join('')}</ul><p><a href="/docs/errors">All error codes</a></p>`
  return items.length > 0 ? disclosure(`Error statuses: ${items.length}`, list) : ''
}

/** Renders all three samples; browser.ts switches between them. Without a script, the first is shown. */
function sampleTabs(operation: PathOperation, api: ApiDescription) {
  const { operationId, summary } = operation
  const samples = samplesOf(operation, api)
  const id = (language: SampleLanguage) => `${operationId}-${language.toLowerCase()}`
  const tabs = sampleLanguages.map(
    (language, at) =>
      `<button type="button" role="tab" id="${id(language)}-tab" aria-controls="${id(language)}" aria-selected="${at === 0}"${at === 0 ? '' : ' tabindex="-1"'} data-language="${language}">${language}</button>`,
  )
  const panels = sampleLanguages.map(
    (language, at) =>
      `<div role="tabpanel" id="${id(language)}" aria-labelledby="${id(language)}-tab" data-language="${language}"${at === 0 ? '' : ' hidden'}>${codeBlock(samples[language], language)}</div>`,
  )
  return `<div class="sample"><div class="bar"><div role="tablist" aria-label="Language of the sample: ${escapeHtml(summary)}">${tabs.join('')}</div><button type="button" class="copy" hidden>Copy<span class="hidden"> the sample: ${escapeHtml(summary)}</span></button></div>${panels.join('')}</div>`
}

function responseExample(operation: PathOperation, api: ApiDescription) {
  const success = successOf(operation)
  if (!success?.media || success.mediaType !== 'application/json') return ''
  const example = exampleOf(success.media, api, operation.operationId, false)
  return `<div class="sample"><p class="bar">Response ${success.status}</p>${codeBlock(JSON.stringify(example, null, 2), 'JSON')}</div>`
}

function eventsContent(api: ApiDescription) {
  const sections = Object.entries(api.webhooks).map(([name, { post }]) => {
    const body = bodyOf(post)
    return `<section class="operation" id="${name}" aria-labelledby="${name}-title">
<div class="about">
<h2 id="${name}-title"><code>${name}</code></h2>
<p>${inlineMarkdown(post.summary)}</p>
<h3>Headers</h3>${parameterList(post.parameters ?? [], api)}
<h3>Body</h3>${body ? bodyFields(body.schema, api, false) : ''}
</div>
<div class="code">${body ? `<div class="sample"><p class="bar">Body</p>${codeBlock(JSON.stringify(exampleOf(body, api, name, false), null, 2), 'JSON')}</div>` : ''}</div>
</section>`
  })
  return `<p>We send these requests to your webhook endpoints. <a href="/docs/guides/webhooks">Webhooks</a> explains how to verify and
acknowledge them, and the <a href="/docs/guides/webhook-events">event catalogue</a> when each is sent.</p>
${sections.join('\n')}`
}
