import { describe, it } from 'mocha';
import { clearNotifications, notification, pressInNotification } from '../driver/messages';
import {
  acceptQuickInput,
  answer,
  cancelQuickInput,
  expectComplaint,
  expectQuickInput,
  pick,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { writeApplication } from '../requests/requestsFixture';
import { clickRow, openHydrogen, treeRow } from '../driver/sidebar';
import { saidInStatusBar } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const title = 'Sign In as a User of Shop · Production';

describe('signing in as a user', () => {
  const service = useSandbox();
  const workbench = useWorkbench({ arrange: profile => writeApplication(profile, service().shop) });

  it('is offered when nobody is signed in', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await runCommand(page, 'Hydrogen: Show User');
    await pressInNotification(page, 'Nobody is signed in here.', 'Sign In');
    await readQuickInput(page, title);
    await cancelQuickInput(page);
    await clickRow(page, ['Shop', 'Production', 'User']);
    await readQuickInput(page, title);
    await cancelQuickInput(page);
    await clickRow(page, ['Shop', 'Production', 'Orders']);
    await readQuickInput(page, title);
    await cancelQuickInput(page);
  });

  it('tests a pasted token before it stores it', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Sign In as a User');
    await readQuickInput(page, title);
    await pick(page, 'Paste a user access token');
    await answer(page, 'not-a-token-of-this-service', { message: /^User access token/ });
    await notification(page, 'The service does not accept this token here.').waitFor();
    await clearNotifications(page);
    await treeRow(page, 'Shop', 'Production', 'User');
  });

  it('reports a wrong password, and keeps the typed text', async () => {
    const { page } = workbench();
    const [user] = service().shop.users;
    await clickRow(page, ['Shop', 'Production', 'Orders']);
    await readQuickInput(page, title);
    await pick(page, 'E-mail address and password');
    await expectComplaint(page, 'ada', 'This is not an e-mail address.');
    const email = user?.email ?? '';
    await answer(page, email, `${title} (1/2)`);
    await answer(page, 'wrong', `${title} (2/2)`);
    await pressInNotification(page, 'The service knows no user with this name and password.', 'Try Again');
    await expectQuickInput(page, { title: `${title} (1/2)`, value: email });
    await acceptQuickInput(page);
    await answer(page, user?.password ?? '', `${title} (2/2)`);
    await saidInStatusBar(page, 'Signed in to Shop · Production');
  });
});
