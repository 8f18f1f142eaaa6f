import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '../apps/web/src/lib/paths.js'
import { expect, test } from './fixtures.js'

test('serves the built document unchanged on every page, no matter who asks', async ({
  request,
}) => {
  const file = join(import.meta.dirname, '../apps/web/dist/index.html')
  const built = await readFile(file, 'utf8')
  const readers = ['Chrome/140.0 Safari/537.36', 'iPhone Mobile', 'curl/8.14.1']
  for (const path of Object.values(paths))
    for (const agent of readers) {
      const headers = { 'user-agent': agent }
      const reply = await request.get(path, { headers })
      expect(await reply.text(), `${path} for ${agent}`).toBe(built)
    }
})

test.use({
  expectedFaults: {
    patterns: [
      /Policy violation|Content Security Policy|Trusted|Refused to/,
      /status of 404/,
    ],
  },
})

test('runs no injected script and refuses markup as a string', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  const violations = await page.evaluate(async () => {
    const violation = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) =>
        resolve(event.violatedDirective),
      ),
    )
    const script = document.createElement('script')
    script.append('window.injected = true')
    document.body.append(script)
    const attribute = (() => {
      try {
        document.body.setAttribute('onclick', 'window.injected = true')
        return 'accepted'
      } catch {
        return 'refused'
      }
    })()
    document.body.click()
    const refused = (() => {
      try {
        document.body.innerHTML = '<b>markup</b>'
        return false
      } catch {
        return true
      }
    })()
    // In a task of its own: what the test tool evaluates is exempt.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve(Reflect.construct(Function, ['return 1'])())
        } catch {
          resolve('refused')
        }
      }),
    )
    return {
      violation: await violation,
      attribute,
      refused,
      evaluated,
      injected: Reflect.get(window, 'injected') ?? false,
    }
  })
  expect(violations.injected).toBe(false)
  expect(violations.attribute).toBe('refused')
  expect(violations.refused).toBe(true)
  expect(violations.evaluated).toBe('refused')
  expect(violations.violation).toMatch(/script|trusted-types/)
})

/** A package more is a package more to trust: raise it for a reason. */
const mostPackages = 135

test('S13: no more packages reach the browser than are allowed', async () => {
  const file = join(import.meta.dirname, '../apps/web/dist/document.json')
  const { packages } = JSON.parse(await readFile(file, 'utf8'))
  expect(packages).toContain('node_modules/react')
  expect(packages.length).toBeLessThanOrEqual(mostPackages)
})

test('serves no source map and no development file, and cannot be framed', async ({
  page,
  product,
  request,
}) => {
  await page.goto('/welcome/accounts')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    const text = await (await request.get(script)).text()
    expect(text).not.toContain('sourceMappingURL')
    expect((await request.get(`${script}.map`)).status()).toBe(404)
  }
  await page.goto('/about')
  await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.documentElement.append(frame)
  }, product.url)
  await expect
    .poll(() => page.frames().at(-1)?.url())
    .toMatch(/^chrome-error:|about:blank/)
})
