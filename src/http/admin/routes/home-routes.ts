import { sharedRead } from '../../shared-read.ts';
import { OF_ONE_ROUND } from '../live/open-live.ts';
import { sharedDailyFigures } from '../read/daily-figures.ts';
import { healthRecord, readHealth } from '../read/health.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import { HOME } from '../requests/visitor.ts';
import { type Admin, routesOf } from './routes-of.ts';

/** The home page: is anything wrong? HTML, JSON and an event stream on one path. */
export function homeRoutes(admin: Admin): DescribedRoute[] {
  const { visit } = routesOf(admin, 'health');
  const dailyFigures = sharedDailyFigures(admin.deps);
  const look = () => readHealth({ ...admin.deps, dailyFigures });
  const sharedLook = sharedRead(look, OF_ONE_ROUND);
  return [
    visit(
      HOME,
      'Get the findings and figures of the overview',
      {
        description:
          'Findings are sorted by severity. As a stream, sends an `achados` event at once and after every change, and a `beat` event with the time every 5 seconds.',
        answer: healthRecord,
        also: LIVE_PAGE,
      },
      async (context) => {
        if (context.format === 'stream') {
          return context.streamPart({
            key: 'inicio',
            event: 'achados',
            json: async () => healthRecord.write(await sharedLook()),
            part: 'HomeVerdict',
            props: async () => ({ health: await sharedLook() }),
          });
        }
        const health = await look();
        if (context.wantsJson) return context.json(healthRecord.write(health));
        await context.page('HomePage', { health });
      },
    ),
  ];
}
