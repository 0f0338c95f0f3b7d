import { describe, expectTypeOf, test } from 'vitest';
import type * as library from '../../src/library/interface.ts';
import type { FaultKind } from '../../src/sandbox/faults/faults.ts';
import type * as constants from '../../src/service/constants.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import type { CallAnswer } from '../../src/service/endpoint.ts';
import type { Endpoints } from '../../src/service/endpoints.ts';
import type { Product } from '../../src/service/feed.ts';
import type { Grading } from '../../src/service/grading.ts';
import type { InventoryUpdate } from '../../src/service/inventory.ts';
import type { Listing, ListingCreation } from '../../src/service/listing.ts';
import type { Shop } from '../../src/service/shop.ts';

/** The fields of a type that are named, of whichever member of a union. */
type Named<Type> = Type extends unknown
  ? keyof { [Name in keyof Type as string extends Name ? never : Name]: 1 }
  : never;

/** The compiler runs these: what is written out for programs is what the service's schemas say. */
describe('the plain types have the fields of the schemas', () => {
  test('of answers', () => {
    expectTypeOf<Named<library.Listing>>().toEqualTypeOf<Named<Listing>>();
    expectTypeOf<Named<library.Product>>().toEqualTypeOf<Named<Product>>();
    expectTypeOf<Named<library.Shop>>().toEqualTypeOf<Named<Shop>>();
    expectTypeOf<Named<library.CreatedListing>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['createListing']>>
    >();
    expectTypeOf<Named<library.UpdatedInventory>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['updateInventory']>>
    >();
    expectTypeOf<Named<library.FeedLink>>().toEqualTypeOf<Named<CallAnswer<Endpoints['getFeedLink']>>>();
    expectTypeOf<Named<library.GradedItemAnswer>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['gradeItems']>['items'][number]>
    >();
  });

  test('of what is sent', () => {
    expectTypeOf<Named<library.NewListing>>().toEqualTypeOf<Named<ListingCreation>>();
    expectTypeOf<Named<library.GradedItem>>().toEqualTypeOf<Named<Grading['items'][number]>>();
    expectTypeOf<Named<library.InventoryUpdate>>().toEqualTypeOf<Named<InventoryUpdate>>();
    expectTypeOf<Named<library.DialectNames>>().toEqualTypeOf<Named<DialectSettings>>();
  });

  test('and the same words', () => {
    expectTypeOf<library.Condition>().toEqualTypeOf<constants.Condition>();
    expectTypeOf<library.ListingState>().toEqualTypeOf<constants.State>();
    expectTypeOf<library.NewListing['productDataSourceType']>().toEqualTypeOf<constants.Source>();
    expectTypeOf<library.SandboxFault>().toEqualTypeOf<FaultKind>();
  });

  test('a method for each call', () => {
    expectTypeOf<keyof Endpoints>().toExtend<keyof library.ResaleClient>();
  });
});
