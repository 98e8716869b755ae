// Parameters of the payment screen, made by pulumi-checks. Do not edit.
abstract final class PaymentScreenConstants {
  static const packageMode = 'debug';
  static const isWalletEnabled = true;
  static const paymentTypes = <String>['creditCard'];
  static const titleText = 'Ada\'s \$hop \\ "best"\n';
  static const paymentButtonColor = 0xFF0F4C81;
  static const themeColor = 0x800F4C81;
  static const walletMerchantID = '123456789';
  static const walletMerchantName = 'Merchant_Name';
}

/// All parameters of the payment screen for one order. The token comes from the SDK token operation, when the app
/// runs. Enum members are names (`PackageMode.values.byName`), colours numbers (`Color`).
Map<String, Object> paymentScreenParameters({
  required String token,
  required String orderId,
  required String customerName,
  required double amount,
  required String email,
  required String mobile,
  List<Map<String, String>> productDetail = const [],
}) =>
    {
      'orderId': orderId,
      'productDetail': productDetail,
      'customerName': customerName,
      'amount': amount,
      'email': email,
      'mobile': mobile,
      'token': token,
      'packageMode': PaymentScreenConstants.packageMode,
      'isWalletEnabled': PaymentScreenConstants.isWalletEnabled,
      'paymentTypes': PaymentScreenConstants.paymentTypes,
      'titleText': PaymentScreenConstants.titleText,
      'paymentButtonColor': PaymentScreenConstants.paymentButtonColor,
      'themeColor': PaymentScreenConstants.themeColor,
      'walletMerchantID': PaymentScreenConstants.walletMerchantID,
      'walletMerchantName': PaymentScreenConstants.walletMerchantName,
    };
