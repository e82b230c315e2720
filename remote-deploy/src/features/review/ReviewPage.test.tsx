import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import { ReviewState } from '@windlass/shared-kit/contract/enums'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT } from '@windlass/shared-kit/contract/project'
import { DeployReview, type ProjectReview, ProjectReviewList } from '@windlass/shared-kit/contract/review'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ReviewPage from './ReviewPage.tsx'

const marks = {
  queuePosition: 0,
  stage: '' as const,
  serverCount: 2,
  lock: null,
  freeze: null,
  waitingReviews: 1,
  failure: '',
}
const board = answer(DeployList, { list: [{ ...BLANK_PROJECT, id: 7, name: 'shop', review: 1, ...marks }] })
const waiting: ProjectReview = {
  ...{ id: 4, projectId: 7, commitId: 'abcdef1234567890', branch: 'main', reviewURL: '', state: ReviewState.Wait },
  ...{ creatorId: 99, creator: 'Grace', editorId: 0, editor: '', reason: '', isExpired: false, token: '' },
  ...{ message: 'Show prices', servers: ['web-1', 'web-2'], expireTime: '2099-01-01 00:00:00' },
  ...{ insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-20 10:00:00' },
  customVariables: [{ name: 'size', value: 'm', type: 'list' }],
}
const reviews = (...list: ProjectReview[]) =>
  answer(ProjectReviewList, { list, pagination: { page: 1, rows: 20, total: list.length } })

const open = (
  answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'],
  permissions: PermissionId[] = Object.values(Permission),
) =>
  renderPage(
    <Routes>
      <Route path="/deploy/review/:projectId" element={<ReviewPage />} />
    </Routes>,
    { remote, path: '/deploy/review/7', permissions, answers: [board, ...(answers ?? [])] },
  )

describe('the reviews of a project', () => {
  it('show what exactly is let through before it is approved', async () => {
    const page = await open([reviews(waiting), answer(DeployReview, null)])
    await page.actor.click(await screen.findByRole('button', { name: 'Approve…' }))
    expect(await screen.findByText('abcdef1234567890')).toBeTruthy()
    expect(screen.getByText('web-1, web-2')).toBeTruthy()
    expect(screen.getByText('${size}')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Approve and deploy to 2 servers' }))
    await waitFor(() => expect(page.inputsOf(DeployReview)).toEqual([{ projectReviewId: 4, state: 1, reason: '' }]))
  })

  it('are rejected with a reason only, and keep it when somebody else was faster', async () => {
    const page = await open([reviews(waiting), refuse(DeployReview, Code.Failed, 'Ada has approved it already')])
    await page.actor.click(await screen.findByRole('button', { name: 'Reject…' }))
    await page.actor.click(await screen.findByRole('button', { name: 'Reject' }))
    expect(await screen.findByText(/Say why/)).toBeTruthy()
    await page.actor.type(screen.getByRole('textbox', { name: /Reason/ }), 'not on a Friday')
    await page.actor.click(screen.getByRole('button', { name: 'Reject' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Ada has approved it already')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }).value).toBe('not on a Friday')
  })

  it('cannot be answered by whoever asked, or when they have ended', async () => {
    const own = { ...waiting, id: 5, creatorId: 1 }
    const done = { ...waiting, id: 6, state: ReviewState.Rejected, editor: 'Ada', reason: 'not on a Friday' }
    await open([reviews(own, done, { ...waiting, id: 8, isExpired: true })])
    expect(await screen.findByText('somebody else has to answer')).toBeTruthy()
    expect(screen.getByText('not on a Friday')).toBeTruthy()
    expect(screen.getByText('Expired')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull()
  })

  it('tell whoever may only deploy what was said, and let them answer nothing', async () => {
    const done = { ...waiting, id: 6, state: ReviewState.Rejected, editor: 'Ada', reason: 'not on a Friday' }
    await open([reviews(waiting, done)], [Permission.ShowDeployPage, Permission.DeployProject])
    expect(await screen.findByText('not on a Friday')).toBeTruthy()
    expect(screen.getByText('Waiting')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
  })

  it('explain themselves when there are none, and name the missing permission', async () => {
    await open([reviews()])
    expect(await screen.findByText('No reviews yet')).toBeTruthy()
  })

  it('name the missing permission when refused', async () => {
    await open([refuse(ProjectReviewList, Code.Denied, 'no permission')])
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: Approve deploys')
  })
})
