import { application } from './application';
import { cloudFunction } from './cloudFunction';
import { cloudFunctions } from './cloudFunctions';
import { content } from './content';
import { contentCategory } from './contentCategory';
import { contentGroup } from './contentGroup';
import { contentLibrary } from './contentLibrary';
import { dataColumn } from './dataColumn';
import { dataIndex } from './dataIndex';
import { dataPermissions } from './dataPermissions';
import { dataQuery } from './dataQuery';
import { dataTable } from './dataTable';
import { dataTables } from './dataTables';
import { environment } from './environment';
import { favourite, favourites } from './favourites';
import { order } from './order';
import { orders } from './orders';
import { error, loading, more } from './placeholders';
import { sandboxRequest, sandboxRequests } from './sandboxRequests';
import { user } from './user';

/** Every kind of row, by its `kind`. Fixed rows below one parent appear in this order. */
export const kinds = {
  application,
  favourites,
  favourite,
  environment,
  contentLibrary,
  contentGroup,
  contentCategory,
  content,
  dataTables,
  dataTable,
  dataPermissions,
  dataColumn,
  dataIndex,
  dataQuery,
  cloudFunctions,
  cloudFunction,
  orders,
  order,
  user,
  sandboxRequests,
  sandboxRequest,
  loading,
  more,
  error,
};
